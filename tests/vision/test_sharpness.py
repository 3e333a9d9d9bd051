"""Sharpness: less of it the more a picture is blurred, whatever is in it."""

import cv2
import numpy as np
import pytest

from vision.frame import Picture
from vision.sharpness import sharpness


def blurred(picture: Picture, sigma: float) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.uint8)


def checks(size: int) -> Picture:
    rows, columns = np.indices((384, 512)) // size
    return np.repeat((40 + 160 * ((rows + columns) % 2)).astype(np.uint8)[:, :, None], 3, axis=2)


@pytest.mark.parametrize("size", [16, 40, 90])
@pytest.mark.parametrize("contrast", [1.0, 0.25])
def test_it_falls_with_every_blur_alike_for_fine_and_coarse_pictures(size: int, contrast: float) -> None:
    picture = (checks(size) * contrast).astype(np.uint8)
    values = [sharpness(picture), *(sharpness(blurred(picture, sigma)) for sigma in (1.0, 2.0, 4.0))]
    assert values == sorted(values, reverse=True)
    assert values[0] > 0.6 and values[2] < 0.45 and values[3] < 0.25


def test_noise_is_not_taken_for_detail() -> None:
    noise = np.random.default_rng(1).normal(0, 4, (384, 512, 3))
    picture = np.clip(blurred(checks(40), 4.0) + noise, 0, 255).astype(np.uint8)
    assert sharpness(picture) < 0.7 * sharpness(checks(40))


def test_a_picture_of_nothing_is_not_sharp() -> None:
    assert sharpness(np.full((60, 80, 3), 90, np.uint8)) == 0.0
