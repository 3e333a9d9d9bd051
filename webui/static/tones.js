// @ts-check
// Sounds of the buzzer, played by this device once somebody wants to hear them.

const LOUD = 0.08;
const EDGE = 0.008;           // seconds in which a tone comes and goes, so that it does not click

export class Tones {
  #context = null;

  /** Begins to hear; browsers allow it only in answer to a tap. */
  open() {
    this.#context ??= new AudioContext();
    return this.#context.resume();
  }

  /** Plays tones, each [hertz or null, seconds], after so many seconds. */
  play(tones, after = 0) {
    if (!this.#context) return;
    let at = this.#context.currentTime + after + 0.02;
    for (const [hertz, seconds] of tones) {
      if (hertz !== null) this.#tone(hertz, at, seconds);
      at += seconds;
    }
  }

  #tone(hertz, at, seconds) {
    const oscillator = this.#context.createOscillator();
    const gain = this.#context.createGain();
    oscillator.type = "square";                   // as a buzzer sounds
    oscillator.frequency.value = hertz;
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(LOUD, at + EDGE);
    gain.gain.setValueAtTime(LOUD, at + seconds - EDGE);
    gain.gain.linearRampToValueAtTime(0, at + seconds);
    oscillator.connect(gain).connect(this.#context.destination);
    oscillator.start(at);
    oscillator.stop(at + seconds);
  }
}
