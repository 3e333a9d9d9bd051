"""The real Picamera2 over libcamera's virtual pipeline: what a machine without a Pi's
devices must lend it, and no more.

`install()` makes `picamera2.Picamera2` a class that differs from the real one in where its buffers come from (memory
of the process, for there is no /dev/dma_heap), in what it takes for the sensor's modes (a virtual camera has none), and
in telling that nothing was flipped (libcamera 0.7.1 says that the virtual camera flips its pictures; it does not).
"""

import mmap
import os
import sys
from types import ModuleType
from typing import Any


def install() -> Any:
    """Gives Picamera2 what it lacks here; the class that is used from now on."""
    # Picamera2 imports it for previews on a screen, of which there is none.
    screen = ModuleType("pykms")
    screen.PixelFormat = type("PixelFormat", (), {"__getattr__": lambda _self, _name: 0})()  # type: ignore[attr-defined]
    sys.modules["pykms"] = screen
    import libcamera
    import picamera2
    from picamera2 import picamera2 as module
    from picamera2.allocators.allocator import Allocator

    class Mapped:
        """A buffer as bytes; there is no other processor whose caches would have to be flushed."""

        def __init__(self, allocator: Any, buffer: Any, _write: bool) -> None:
            self._bytes = allocator.maps[buffer]

        def __enter__(self) -> mmap.mmap:
            return self._bytes

        def __exit__(self, *_: object) -> None:
            pass

    class InMemory(Allocator):  # type: ignore[misc]
        """Buffers in anonymous files, one a frame; the planes of NV12 lie one after the other in it."""

        def __init__(self) -> None:
            super().__init__()
            self.sync = Mapped
            self.maps: dict[Any, mmap.mmap] = {}
            self._files: list[int] = []
            self._of: dict[Any, list[Any]] = {}

        def allocate(self, libcamera_config: Any, use_case: Any) -> None:
            self.close()
            for stream in libcamera_config:
                self._of[stream.stream] = [self._buffer(stream) for _ in range(stream.buffer_count)]

        def _buffer(self, stream: Any) -> Any:
            file = os.memfd_create("picamera2")
            self._files.append(file)
            os.ftruncate(file, stream.frame_size)
            lines = stream.stride * stream.size.height
            ends = [lines, stream.frame_size] if str(stream.pixel_format) == "NV12" else [stream.frame_size]
            planes, begin = [], 0
            for end in ends:
                plane = libcamera.FrameBuffer.Plane()
                plane.fd, plane.offset, plane.length = file, begin, end - begin
                planes.append(plane)
                begin = end
            buffer = libcamera.FrameBuffer(planes)
            self.maps[buffer] = mmap.mmap(file, stream.frame_size)
            return buffer

        def buffers(self, stream: Any) -> list[Any]:
            return self._of[stream]

        def close(self) -> None:
            for file in self._files:
                os.close(file)
            self._files, self._of = [], {}

    class Virtual(module.Picamera2):  # type: ignore[misc, name-defined]
        """The real class, for a camera without a sensor."""

        def configure_(self, camera_config: Any) -> None:
            super().configure_(camera_config)
            self.camera_config["transform"] = libcamera.Transform()

        def _get_raw_modes(self) -> list[dict[str, Any]]:
            formats = self.camera.generate_configuration([libcamera.StreamRole.VideoRecording]).at(0).formats
            return [
                {"format": str(form), "size": (size.width, size.height)}
                for form in formats.pixel_formats
                for size in formats.sizes(form)
            ]

    module.DmaAllocator = InMemory
    picamera2.Picamera2 = Virtual
    return Virtual
