import type { Cue } from "../scanning/outcome-cue.ts";

/** Lets the device be felt; not every one can. The native shell has its own: native/src/vibrate.ts. */
export const vibrate: (pattern: number[], cue: Cue) => void = (pattern) => {
  // Before the first tap the browser would only complain.
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
};
