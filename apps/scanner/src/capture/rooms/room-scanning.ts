import { type SystemCaptures, systemCaptures } from "../../platform/system-captures.ts";
import { findWhyNoCapture, type WhyNoCapture } from "../why-no-capture.ts";

/** Why a room cannot be scanned here. `browser`: the browser has no augmented reality. */
export type RoomScanRefusal = WhyNoCapture | { reason: "browser" };

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
  const refusal = findWhyNoCapture("scan-room", { userAgent, isPhoneApp: rooms !== undefined });
  return { way: "draw", refusal: refusal ?? { reason: "browser" } };
}
