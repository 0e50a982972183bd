import { KeepAwake, type KeepAwakePlugin } from "@capacitor-community/keep-awake";
import type { AwakePlatform } from "../../src/wake-lock.ts";

export const screenLock: AwakePlatform["wakeLock"] = createScreenLock(KeepAwake);

/** Adapts the plugin to the interface of the Screen Wake Lock API. */
export function createScreenLock(
  keepAwake: Pick<KeepAwakePlugin, "keepAwake" | "allowSleep">,
): NonNullable<AwakePlatform["wakeLock"]> {
  return {
    async request() {
      await keepAwake.keepAwake();
      return { release: () => keepAwake.allowSleep() };
    },
  };
}
