import type { AwakePlatform } from "../wake-lock.ts";

/** What keeps the screen on, where there is such a thing. The native shell has its own: native/src/screen-lock.ts. */
export const screenLock: AwakePlatform["wakeLock"] = navigator.wakeLock;
