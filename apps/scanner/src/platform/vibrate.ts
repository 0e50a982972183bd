/** Lets the device be felt; not every one can. The native shell has its own: native/src/vibrate.ts. */
export function vibrate(pattern: number[]): void {
  navigator.vibrate?.(pattern);
}
