"""The header of forty pins that every Raspberry Pi has since the B+: which pin is what.

Pin 1 is at the end where the memory card is; odd pins lie towards the middle of the board, even ones at its edge.
"""

PINS = 40
GPIO_OF_PIN = {
    3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10, 21: 9, 22: 25,
    23: 11, 24: 8, 26: 7, 27: 0, 28: 1, 29: 5, 31: 6, 32: 12, 33: 13, 35: 19, 36: 16, 37: 26, 38: 20, 40: 21,
}  # fmt: skip
"""The GPIO (BCM) number of each pin that has one."""
PIN_OF_GPIO = {gpio: pin for pin, gpio in GPIO_OF_PIN.items()}
POWER = {1: "3.3 V", 17: "3.3 V", 2: "5 V", 4: "5 V"}
"""The pins that give power."""
GROUND = (6, 9, 14, 20, 25, 30, 34, 39)
"""The pins that are ground; any of them does."""
I2C = {1: (2, 3)}
"""The GPIO numbers of data (SDA) and clock (SCL) of the I2C bus that is free to use; bus 0 belongs to add-on boards."""


def name_of(pin: int) -> str:
    """What a pin is called, such as `GPIO 17`, `5 V` or `ground`."""
    if pin in GROUND:
        return "ground"
    return POWER.get(pin) or f"GPIO {GPIO_OF_PIN[pin]}"
