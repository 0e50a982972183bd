import { spawnSync } from "node:child_process";

/** The time of the last change of each file: path from the project root → UTC timestamp. */
export type Changes =
  | { known: true; of: ReadonlyMap<string, string> }
  | { known: false; reason: string };

/**
 * Returns the author dates of the last commits, which are the same in every clone and build. An
 * uncommitted file has no date.
 */
export function readChanges(root: string): Changes {
  const git = (...args: string[]) =>
    spawnSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 28 });
  const unknown = (reason: string) => ({ known: false, reason }) as const;
  const prefix = git("rev-parse", "--show-prefix", "--is-shallow-repository");
  if (prefix.error || prefix.status !== 0)
    return unknown("there is no git here, or no history of it");
  // The first line is the folder's path in its repository: a project copied into another repository
  // has no history of its own.
  const [folder = "", shallow] = prefix.stdout.split("\n");
  if (folder !== "") return unknown("the history of git here is of another project");
  if (shallow === "true") return unknown("this clone of git is a shallow one");
  const log = git("log", "-z", "--no-renames", "--name-only", "--format=format:%x01%aI%x00");
  if (log.status !== 0) return unknown("git has no commits here");
  return { known: true, of: parseLog(log.stdout) };
}

/** Parses commits, newest first: `\x01`, the date, and the files, each terminated by `\0`. */
function parseLog(log: string): Map<string, string> {
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
