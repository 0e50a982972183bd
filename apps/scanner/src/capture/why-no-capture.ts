import { actions } from "../links/actions.ts";
import { findIosVersion } from "../platform/ios-version.ts";
import { systemCaptures } from "../platform/system-captures.ts";

/**
 * Why an iPhone or iPad needs the mat. `ios`: only the phone app can capture objects without it.
 * `noLidar`: the device lacks the sensor that the phone app needs. `oldIos`: iOS is older than
 * `needed`.
 */
export type WhyMat =
  | { reason: "ios" | "noLidar" }
  | { reason: "oldIos"; version: number; needed: number };

/**
 * Returns why the mat is needed on a device that does not support the capture of the system;
 * undefined if its system has no such capture.
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
