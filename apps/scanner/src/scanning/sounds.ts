import type { Cue } from "../outcome/cue.ts";
import { tones } from "./tones.ts";

/** Plays the sound of a cue. Silent if the browser does not allow sound. */
export async function play(audio: AudioContext, cue: Cue): Promise<void> {
  if (audio.state !== "running") await audio.resume().catch(() => undefined);
  if (audio.state !== "running") return;
  let time = audio.currentTime + 0.01;
  for (const [hertz, seconds] of tones[cue]) {
    if (hertz === 0) {
      time += seconds;
      continue;
    }
    const oscillator = audio.createOscillator();
    const gain = audio.createGain();
    const isHarsh = cue === "failed" || cue === "no";
    oscillator.type = isHarsh ? "square" : "sine";
    oscillator.frequency.value = hertz;
    const loudness = isHarsh ? 0.12 : 0.25;
    // Ramps, because a tone that starts or stops abruptly clicks.
    gain.gain.setValueAtTime(0, time);
    gain.gain.linearRampToValueAtTime(loudness, time + 0.008);
    gain.gain.setValueAtTime(loudness, time + seconds - 0.02);
    gain.gain.linearRampToValueAtTime(0, time + seconds);
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(time);
    oscillator.stop(time + seconds);
    time += seconds;
  }
}
