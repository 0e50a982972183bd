import { actions } from "../../links/actions.ts";
import { findIosVersion } from "../../platform/ios-version.ts";
import { type SystemCaptures, systemCaptures } from "../../platform/system-captures.ts";

/**
 * The reason why a room cannot be scanned here. `ios`: only the phone app could. `noLidar`: the app
 * could on another device.
 */
export type RoomScanRefusal =
  | { reason: "browser" | "ios" | "noLidar" }
  | { reason: "oldIos"; version: number; needed: number };

/**
 * How rooms are scanned: by the system, in WebXR, or in WebXR of Chrome, which has files of its
 * own.
 */
export type RoomScan =
  | { way: "system" | "walk" | "chrome" }
  | { way: "draw"; refusal: RoomScanRefusal };

/** The parts of a browser that tell whether it can. */
type Abilities = {
  xr?: { isSessionSupported(mode: "immersive-ar"): Promise<boolean> } | undefined;
  userAgent: string;
};

/** Returns how rooms are scanned on this device: the best way that it has, or why there is none. */
export async function findRoomScan(
  { xr, userAgent }: Abilities = navigator,
  { rooms, openInChrome }: SystemCaptures = systemCaptures,
): Promise<RoomScan> {
  if (await rooms?.isSupported().catch(() => false)) return { way: "system" };
  // Browsers reject it where a policy forbids it.
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
