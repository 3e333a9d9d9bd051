"""The painter of the simulator: a camera, the looks of boards, and how each thing in a scene is painted."""
