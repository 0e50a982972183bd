import type { Cue } from "../outcome/cue.ts";

/** Vibrates, where the device supports it. The native shell has its own: native/src/vibrate.ts. */
export const vibrate: (pattern: number[], cue: Cue) => void = (pattern) => {
  // Before the first tap, browsers refuse to vibrate and log a warning.
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
};
