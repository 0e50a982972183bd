import { vibrate as vibrateDevice } from "../platform/vibrate.ts";
import type { Cue } from "./outcome-cue.ts";

/** Sequences of tones as [hertz, seconds]: rising for success, falling and longer for failure. */
export const tones: Record<Cue, readonly (readonly [hertz: number, seconds: number])[]> = {
  sent: [
    [988, 0.07],
    [1319, 0.13],
  ],
  warned: [
    [988, 0.07],
    [988, 0.07],
    [740, 0.16],
  ],
  failed: [
    [233, 0.16],
    [165, 0.3],
  ],
  kept: [[784, 0.06]],
};

/** Alternating milliseconds of vibration and pause: one short pulse for sent, three long ones for failed. */
export const vibrations: Record<Cue, readonly number[]> = {
  sent: [60],
  warned: [60, 60, 60],
  failed: [180, 80, 180, 80, 180],
  kept: [30],
};

export type Feedback = {
  /** Prepares sound. Call it from a tap or a key press: browsers let a page make sound only after one. */
  unlock(): void;
  give(cue: Cue, wanted: { sound: boolean; vibration: boolean }): void;
  /** Releases the audio output until the next cue. */
  suspendAudio(): void;
};

export function createFeedback(
  platform: {
    openAudio?: () => AudioContext | undefined;
    vibrate?: (pattern: number[], cue: Cue) => void;
  } = {},
): Feedback {
  const { openAudio = openAudioContext, vibrate = vibrateDevice } = platform;
  let audio: AudioContext | undefined;

  return {
    unlock() {
      audio ??= openAudio();
      // iOS interrupts even a running context, for a call or another app.
      if (audio && audio.state !== "running") void audio.resume().catch(() => undefined);
    },
    give(cue, wanted) {
      if (wanted.vibration) vibrate([...vibrations[cue]], cue);
      if (wanted.sound && audio) void play(audio, cue);
    },
    suspendAudio() {
      if (audio?.state === "running") void audio.suspend().catch(() => undefined);
    },
  };
}

function openAudioContext(): AudioContext | undefined {
  return typeof AudioContext === "undefined" ? undefined : new AudioContext();
}

async function play(audio: AudioContext, cue: Cue) {
  if (audio.state !== "running") await audio.resume().catch(() => undefined);
  if (audio.state !== "running") return;
  let time = audio.currentTime + 0.01;
  for (const [hertz, seconds] of tones[cue]) {
    const oscillator = audio.createOscillator();
    const gain = audio.createGain();
    oscillator.type = cue === "failed" ? "square" : "sine";
    oscillator.frequency.value = hertz;
    const loudness = cue === "failed" ? 0.12 : 0.25;
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
