import { spawnSync } from "node:child_process";

/** When each file was last changed: its path from the root of the project, and a moment in UTC. */
export type Changes =
  | { known: true; of: ReadonlyMap<string, string> }
  | { known: false; reason: string };

/**
 * The author dates of the last commits, so that they are the same in every clone and in every build. What is not
 * committed has none.
 */
export function readChanges(root: string): Changes {
  const git = (...args: string[]) =>
    spawnSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 28 });
  const no = (reason: string) => ({ known: false, reason }) as const;
  const prefix = git("rev-parse", "--show-prefix", "--is-shallow-repository");
  if (prefix.error || prefix.status !== 0) return no("there is no git here, or no history of it");
  // The first line says where in its repository the folder lies: a project copied into another has none of its own.
  const [folder = "", shallow] = prefix.stdout.split("\n");
  if (folder !== "") return no("the history of git here is of another project");
  if (shallow === "true") return no("this clone of git is a shallow one");
  const log = git("log", "-z", "--no-renames", "--name-only", "--format=format:%x01%aI%x00");
  if (log.status !== 0) return no("git has no commits here");
  return { known: true, of: parseLog(log.stdout) };
}

/** Commits from the newest to the oldest: `\x01`, the date, and the files, each ended by `\0`. */
export function parseLog(log: string): Map<string, string> {
  const changes = new Map<string, string>();
  for (const commit of log.split("\x01").slice(1)) {
    const [date = "", ...files] = commit.split("\0");
    const moment = new Date(date);
    if (Number.isNaN(moment.getTime())) continue;
    const utc = moment.toISOString().replace(/\.\d+Z$/, "Z");
    for (const file of files.map((name) => name.replace(/^\n/, "")))
      if (file !== "" && !changes.has(file)) changes.set(file, utc);
  }
  return changes;
}
