import { actions } from "../actions/table.ts";
import { findIosVersion } from "../platform/ios-version.ts";

/** Why an iPhone or iPad takes the mat although its system may capture objects by itself. */
export type WhyMat = { reason: "ios" } | { reason: "oldIos"; version: number; needed: number };

/** Returns why the mat is used here; undefined where there is no other way to expect. */
export function findWhyMat(userAgent: string): WhyMat | undefined {
  const version = findIosVersion(userAgent);
  if (version === undefined) return undefined;
  const needed = actions.find(({ id }) => id === "scan-object")?.needs?.ios ?? 0;
  return version < needed ? { reason: "oldIos", version, needed } : { reason: "ios" };
}
