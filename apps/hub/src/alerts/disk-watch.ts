import { statfs } from "node:fs/promises";
import type { AlertSettings, NotedState } from "../store/alerts.ts";

/**
 * The space of a disk in bytes. `free` is the space that the hub may use, without the space that is
 * reserved for the system.
 */
export type DiskSpace = { free: number; total: number };

/** Measures the disk that holds a folder. Rejects with the error of the system. */
export async function measureDisk(dir: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(dir);
  return { free: bavail * bsize, total: blocks * bsize };
}

/**
 * The free space of a disk that was nearly full must exceed the limit by this factor before the
 * disk is ok again.
 */
const recoveryFactor = 1.2;

/** Returns the free bytes below which a disk of `total` bytes is nearly full. */
export function findMinFreeBytes(
  total: number,
  { diskPercent, diskGiB }: Pick<AlertSettings, "diskPercent" | "diskGiB">,
): number {
  // A small disk may be smaller than the absolute limit.
  return Math.max((total * diskPercent) / 100, Math.min(diskGiB * 2 ** 30, total / 4));
}

/** Returns the state of a disk. `before` is its state so far. */
export function judgeDisk(
  { free, total }: DiskSpace,
  settings: Pick<AlertSettings, "diskPercent" | "diskGiB">,
  before: string,
): "ok" | "low" {
  const minFreeBytes = findMinFreeBytes(total, settings);
  if (free < minFreeBytes) return "low";
  return before === "low" && free < minFreeBytes * recoveryFactor ? "low" : "ok";
}

/** Returns the state to note. `host` names this machine if several share the database. */
export function toDiskState(space: DiskSpace, state: string, host?: string): NotedState {
  return { subject: toDiskSubject(host), state, detail: { ...space, host } };
}

export const toDiskSubject = (host?: string): string =>
  host === undefined ? "disk" : `disk:${host}`;
