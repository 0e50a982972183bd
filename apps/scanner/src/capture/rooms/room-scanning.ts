import { actions } from "../../links/actions.ts";
import { findIosVersion } from "../../platform/ios-version.ts";
import { type SystemCaptures, systemCaptures } from "../../platform/system-captures.ts";

/**
 * Why a room cannot be scanned. `browser`: the browser has no augmented reality. `ios`: only the
 * phone app can scan rooms. `noLidar`: the device lacks the sensor that the phone app needs.
 * `oldIos`: iOS is older than `needed`.
 */
export type RoomScanRefusal =
  | { reason: "browser" | "ios" | "noLidar" }
  | { reason: "oldIos"; version: number; needed: number };

/**
 * How rooms are made. `system`: by the room capture of the system. `walk`: in WebXR. `chrome`: in
 * WebXR of Chrome, which does not share the files of the phone app. `draw`: by hand.
 */
export type RoomScan =
  | { way: "system" | "walk" | "chrome" }
  | { way: "draw"; refusal: RoomScanRefusal };

/** The parts of `navigator` that tell how rooms can be scanned. */
type Abilities = {
  xr?: { isSessionSupported(mode: "immersive-ar"): Promise<boolean> } | undefined;
  userAgent: string;
};

/** Returns the best way to scan rooms on this device, or the reason why they must be drawn. */
export async function findRoomScan(
  { xr, userAgent }: Abilities = navigator,
  { rooms, openInChrome }: SystemCaptures = systemCaptures,
): Promise<RoomScan> {
  if (await rooms?.isSupported().catch(() => false)) return { way: "system" };
  // Rejects where a permissions policy forbids augmented reality.
  if (await xr?.isSessionSupported("immersive-ar").catch(() => false)) return { way: "walk" };
  if (openInChrome) return { way: "chrome" };
  return { way: "draw", refusal: findRefusal(userAgent, rooms !== undefined) };
}

function findRefusal(userAgent: string, isPhoneApp: boolean): RoomScanRefusal {
  const version = findIosVersion(userAgent);
  const needed = actions.find(({ id }) => id === "scan-room")?.needs?.ios ?? 0;
  if (version !== undefined && version < needed) return { reason: "oldIos", version, needed };
  if (isPhoneApp) return { reason: "noLidar" };
  return { reason: version === undefined ? "browser" : "ios" };
}
