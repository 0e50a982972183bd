import { actions } from "../links/actions.ts";
import { findIosVersion } from "../platform/ios-version.ts";

/**
 * Why the system captures no room or object here. `ios`: only the phone app can capture them.
 * `noLidar`: the device lacks the sensor that the phone app needs. `oldIos`: iOS is older than
 * `needed`.
 */
export type WhyNoCapture =
  | { reason: "ios" | "noLidar" }
  | { reason: "oldIos"; version: number; needed: number };

/**
 * Returns why the system does not capture what the action asks for; undefined where no system can,
 * which is outside iOS and the phone app.
 */
export function findWhyNoCapture(
  action: "scan-room" | "scan-object",
  { userAgent, isPhoneApp }: { userAgent: string; isPhoneApp: boolean },
): WhyNoCapture | undefined {
  const version = findIosVersion(userAgent);
  const needed = actions.find(({ id }) => id === action)?.needs?.ios ?? 0;
  if (version !== undefined && version < needed) return { reason: "oldIos", version, needed };
  if (isPhoneApp) return { reason: "noLidar" };
  return version === undefined ? undefined : { reason: "ios" };
}
