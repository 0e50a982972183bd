import { actions } from "../../links/actions.ts";
import { findIosVersion } from "../../platform/ios-version.ts";
import { systemCaptures } from "../../platform/system-captures.ts";

/**
 * Why an iPhone or iPad takes the mat. `ios`: only the phone app can capture objects otherwise.
 * `noLidar`: the app could on another device.
 */
export type WhyMat =
  | { reason: "ios" | "noLidar" }
  | { reason: "oldIos"; version: number; needed: number };

/**
 * Returns why the mat is used where the capture of the system is not supported; undefined where
 * there is no other way to expect.
 */
export function findWhyMat(
  userAgent: string,
  isPhoneApp: boolean = systemCaptures.objects !== undefined,
): WhyMat | undefined {
  const version = findIosVersion(userAgent);
  const needed = actions.find(({ id }) => id === "scan-object")?.needs?.ios ?? 0;
  if (version !== undefined && version < needed) return { reason: "oldIos", version, needed };
  if (isPhoneApp) return { reason: "noLidar" };
  return version === undefined ? undefined : { reason: "ios" };
}
