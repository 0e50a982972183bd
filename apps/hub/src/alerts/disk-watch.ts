import { statfs } from "node:fs/promises";
import type { AlertSettings, NotedState } from "../store/alerts.ts";

/**
 * The space of a disk in bytes. `free` is what the hub may use, without what the system keeps for
 * itself.
 */
export type DiskSpace = { free: number; total: number };

export async function measureDisk(dir: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(dir);
  return { free: bavail * bsize, total: blocks * bsize };
}

/**
 * Space must grow by this factor beyond the limit before a disk that was nearly full counts as well
 * again.
 */
const recovery = 1.2;

/** Returns the state of a disk, which was in the state `before`. */
export function judgeDisk(
  { free, total }: DiskSpace,
  settings: Pick<AlertSettings, "diskPercent" | "diskGiB">,
  before: string,
): "ok" | "low" {
  // On a small disk, an absolute limit would never be kept.
  const absolute = Math.min(settings.diskGiB * 2 ** 30, total / 4);
  const limit = Math.max((total * settings.diskPercent) / 100, absolute);
  if (free < limit) return "low";
  return before === "low" && free < limit * recovery ? "low" : "ok";
}

/** Returns the state to note. `host` names the machine if several share the database. */
export function toDiskState(space: DiskSpace, state: string, host?: string): NotedState {
  return {
    subject: toDiskSubject(host),
    state,
    detail: { ...space, ...(host !== undefined && { host }) },
  };
}

export const toDiskSubject = (host?: string): string =>
  host === undefined ? "disk" : `disk:${host}`;
