import type { Cue } from "../outcome/cue.ts";
import { vibrate as vibrateDevice } from "../platform/vibrate.ts";
import { vibrations } from "./vibrations.ts";

export type Feedback = {
  /**
   * Prepares sound. Call it from a tap or a key press: browsers let a page make sound only after
   * one.
   */
  unlock(): void;
  give(cue: Cue, wanted: { sound: boolean; vibration: boolean }): void;
  /** Releases the audio output until the next cue. */
  suspendAudio(): void;
};

/** Creates feedback by sound and vibration. Tests replace those of the browser in `platform`. */
export function createFeedback(
  platform: {
    openAudio?: () => AudioContext | undefined;
    vibrate?: (pattern: number[], cue: Cue) => void;
  } = {},
): Feedback {
  const { openAudio = openAudioContext, vibrate = vibrateDevice } = platform;
  let audio: AudioContext | undefined;

  const play = async (output: AudioContext, cue: Cue) => (await loadSounds())?.play(output, cue);

  return {
    unlock() {
      audio ??= openAudio();
      void loadSounds();
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

/**
 * Loads the sounds, for which the first screen does not wait. Without them a cue is silent, and the
 * next one tries again.
 */
async function loadSounds(): Promise<typeof import("./sounds.ts") | undefined> {
  try {
    return await import("./sounds.ts");
  } catch {
    return undefined;
  }
}
