import { stat } from "node:fs/promises";
import { parse } from "node:path";
import type { Settings } from "../kind.ts";

/** When a file is renamed and a new one begins: never, if both are missing. */
export type Rotation = { every?: "day" | "month"; maxBytes?: number };

export function toRotation(settings: Settings): Rotation {
  const { rotate, megabytes } = settings;
  if (rotate === "size") return { maxBytes: Number(megabytes) * 1_000_000 };
  return rotate === "day" || rotate === "month" ? { every: rotate } : {};
}

/**
 * Returns whether the file should be rotated. Days and months are in UTC, like every time that the
 * hub writes.
 */
export function isTimeToRotate(
  rotation: Rotation,
  file: { size: number; mtime: Date },
  now: Date,
): boolean {
  if (file.size === 0) return false;
  if (rotation.maxBytes !== undefined) return file.size >= rotation.maxBytes;
  if (rotation.every === undefined) return false;
  const periodLength = rotation.every === "day" ? "2026-11-21".length : "2026-11".length;
  const toPeriod = (date: Date) => date.toISOString().slice(0, periodLength);
  // Only later periods count: a clock that was set back must not rotate the file with every line.
  return toPeriod(now) > toPeriod(file.mtime);
}

/**
 * Returns a free name for the old file: `scans.csv` becomes `scans.2026-11-21.csv`, or
 * `scans.2026-11-21.2.csv`.
 */
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
