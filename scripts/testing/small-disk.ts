// A disk that is full soon, for tests of what happens then.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Why none can be mounted here; undefined: one can. */
export const whyNoSmallDisk: string | undefined = findReason();

export type SmallDisk = Disposable & {
  /** Makes room: it has so much from now on, such as `20m`. */
  grow(size: string): void;
};

/** Mounts one of so much, such as `3m`, at an empty folder, for as long as it is used. */
export function mountSmallDisk(folder: string, size: string, ...options: string[]): SmallDisk {
  const all = [`size=${size}`, ...options].join(",");
  execFileSync("mount", ["-t", "tmpfs", "-o", all, "scanhook", folder]);
  return {
    grow: (to) => void execFileSync("mount", ["-o", `remount,size=${to}`, folder]),
    [Symbol.dispose]: () => void execFileSync("umount", [folder]),
  };
}

function findReason(): string | undefined {
  if (process.platform !== "linux") return "a small disk can be mounted on Linux only";
  if (process.getuid?.() !== 0) return "only root may mount a small disk";
  const folder = mkdtempSync(join(tmpdir(), "scanhook-disk-"));
  try {
    mountSmallDisk(folder, "64k")[Symbol.dispose]();
    return undefined;
  } catch {
    // Root of a container may not.
    return "this root may not mount a small disk";
  } finally {
    rmdirSync(folder);
  }
}
