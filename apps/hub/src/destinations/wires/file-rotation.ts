import { stat } from "node:fs/promises";
import { parse } from "node:path";
import type { Settings } from "../kind.ts";

/** When a file is renamed and a new one begun. */
export type Rotation = { every?: "day" | "month"; bytes?: number };

export function rotationOf(settings: Settings): Rotation {
  const { rotate, megabytes } = settings;
  if (rotate === "size") return { bytes: Number(megabytes) * 1_000_000 };
  return rotate === "day" || rotate === "month" ? { every: rotate } : {};
}

/** Returns whether the file should be rotated. Days and months are in UTC, like every time that the hub writes. */
export function isTimeToRotate(
  rotation: Rotation,
  file: { size: number; mtime: Date },
  now: Date,
): boolean {
  if (file.size === 0) return false;
  if (rotation.bytes !== undefined) return file.size >= rotation.bytes;
  if (rotation.every === undefined) return false;
  const length = rotation.every === "day" ? "2026-11-21".length : "2026-11".length;
  const period = (date: Date) => date.toISOString().slice(0, length);
  // Only later periods count: a clock that was set back must not rotate the file with every line.
  return period(now) > period(file.mtime);
}

/** Returns a free name for the old file: `scans.csv` becomes `scans.2026-11-21.csv`, or `scans.2026-11-21.2.csv`. */
export async function findFreeName(path: string, lastWritten: Date): Promise<string> {
  const { dir, name, ext } = parse(path);
  const day = lastWritten.toISOString().slice(0, 10);
  for (let nth = 1; ; nth++) {
    const candidate = `${dir}/${name}.${day}${nth === 1 ? "" : `.${nth}`}${ext}`;
    if (!(await exists(candidate))) return candidate;
  }
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: unknown) => !(error instanceof Error && "code" in error && error.code === "ENOENT"),
  );
}
