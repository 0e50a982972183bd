import type { AwakePlatform } from "../wake-lock.ts";

/**
 * Keeps the screen on, where the browser supports it. The native shell has its own:
 * native/src/screen-lock.ts.
 */
export const screenLock: AwakePlatform["wakeLock"] = navigator.wakeLock;
