// Podman with a store of its own, for machines without systemd and with any version of cgroups.
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { run } from "../run.ts";

/** The reason why no container can be run here; undefined when one can. */
export function whyNoPodman(): string | undefined {
  if (process.getuid?.() !== 0) return "only root may run containers with a store of their own";
  const missing = ["podman", "runc"].filter((program) => spawnSync(program, ["--version"]).error);
  return missing.length > 0 ? `${missing.join(" and ")} are not installed` : undefined;
}

/**
 * Limits that a container gets here: Podman would raise those of this process, which not every root
 * may do.
 */
export const limits = ["--ulimit=nofile=1024:1024", "--ulimit=nproc=1024:1024"];

export type Podman = AsyncDisposable & {
  /** The options that precede every command of Podman. */
  options: string[];
  /** Runs a command of Podman, and returns its output. */
  run(...args: string[]): Promise<string>;
};

/** Makes an empty store in a folder. Its containers are removed when it is disposed. */
export function openPodman(folder: string): Podman {
  mkdirSync(folder);
  const places = [`--root=${join(folder, "store")}`, `--runroot=${join(folder, "run")}`];
  const drivers = ["--storage-driver=vfs", "--cgroup-manager=cgroupfs", "--runtime=runc"];
  const options = [...places, ...drivers];
  const podman = (...args: string[]) => run("podman", [...options, ...args], folder);
  return {
    options,
    run: podman,
    async [Symbol.asyncDispose]() {
      await podman("rm", "--all", "--force");
    },
  };
}
