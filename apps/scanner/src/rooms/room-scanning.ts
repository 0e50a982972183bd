import { actions } from "../actions/table.ts";
import { findIosVersion } from "../platform/ios-version.ts";

/** The reason why a room cannot be scanned here. */
export type RoomScanRefusal =
  | { reason: "browser" }
  | { reason: "ios" }
  | { reason: "oldIos"; version: number; needed: number };

/** The parts of a browser that tell whether it can. */
type Abilities = {
  xr?: { isSessionSupported(mode: "immersive-ar"): Promise<boolean> } | undefined;
  userAgent: string;
};

/** Returns why rooms cannot be scanned in this browser; undefined if they can. */
export async function findRefusal({
  xr,
  userAgent,
}: Abilities = navigator): Promise<RoomScanRefusal | undefined> {
  // Browsers reject it where a policy forbids it.
  const isSupported = await xr?.isSessionSupported("immersive-ar").catch(() => false);
  if (isSupported) return undefined;
  const version = findIosVersion(userAgent);
  if (version === undefined) return { reason: "browser" };
  const neededIos = actions.find(({ id }) => id === "scan-room")?.needs?.ios ?? 0;
  if (version < neededIos) return { reason: "oldIos", version, needed: neededIos };
  return { reason: "ios" };
}
