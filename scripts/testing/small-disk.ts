// A small disk, for tests of a hub whose disk is full.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The reason why no small disk can be mounted here; undefined when one can. */
export const whyNoSmallDisk: string | undefined = findReason();

type SmallDisk = Disposable & {
  /** Changes its size, such as to `20m`. */
  grow(size: string): void;
};

/** Mounts a disk of this size, such as `3m`, at an empty folder, and unmounts it when disposed. */
export function mountSmallDisk(folder: string, size: string, ...options: string[]): SmallDisk {
  const mountOptions = [`size=${size}`, ...options].join(",");
  execFileSync("mount", ["-t", "tmpfs", "-o", mountOptions, "scanhook", folder]);
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
    // The root user of a container may lack the right to mount.
    return "this root may not mount a small disk";
  } finally {
    rmdirSync(folder);
  }
}
