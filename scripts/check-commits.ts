// Checks the messages of the commits that are about to land: `npm run check:commits -- [<range>]`.
// Without a range these are all commits after the one that added this file, so that no remote is
// needed.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkCommitMessage } from "./commit-message.ts";

const project = fileURLToPath(new URL("..", import.meta.url));
const thisScript = "scripts/check-commits.ts";

type Report = { ok: boolean; lines: string[] };

/**
 * Checks the commits of `range`, merges excepted; a single revision `A` means `A..HEAD`. `lines`
 * are for people. Throws when git fails, or when the range does not exist in a repository that has
 * its whole history.
 */
export function checkCommits(repository: string, range?: string): Report {
  if (!existsSync(join(repository, ".git"))) {
    return { ok: true, lines: ["Commit messages: not checked, this is not a git checkout."] };
  }
  const { commits, note } = findCommits(repository, range);
  const refusals = commits.flatMap(({ id, message }) => {
    const problems = checkCommitMessage(message);
    if (problems.length === 0) return [];
    const [subject] = message.split("\n");
    return [[`${id.slice(0, 10)} ${subject}`, ...problems.map((line) => `  - ${line}`)].join("\n")];
  });
  const count = `${commits.length} ${commits.length === 1 ? "commit" : "commits"}`;
  const summary =
    refusals.length === 0
      ? `Commit messages: ${count} checked.`
      : `Commit messages: ${refusals.length} of ${count} refused. CONTRIBUTING.md says how to write them.`;
  return { ok: refusals.length === 0, lines: [...note, ...refusals, summary] };
}

type Commit = { id: string; message: string };
type CommitSelection = { commits: Commit[]; note: string[] };

function findCommits(repository: string, range?: string): CommitSelection {
  const shallow = readShallowBoundary(repository);
  if (range === undefined) {
    const addition = findAddition(repository);
    if (!addition) return { commits: [], note: [`No commit adds ${thisScript} yet.`] };
    // Git takes the oldest commit of a shallow clone for the one that added every file.
    if (shallow.includes(addition))
      return readVisibleCommits(repository, `the addition of ${thisScript}`);
    return { commits: readCommits(repository, `${addition}..HEAD`), note: [] };
  }
  const revisions = range.includes("..") ? range : `${range}..HEAD`;
  if (hasCommits(repository, revisions))
    return { commits: readCommits(repository, revisions), note: [] };
  if (shallow.length > 0) return readVisibleCommits(repository, `the start of ${revisions}`);
  throw new Error(`${revisions} is not a range of commits in this repository.`);
}

function readVisibleCommits(repository: string, missing: string): CommitSelection {
  const note = `This clone is shallow and lacks ${missing}: only the commits that it has are checked.`;
  return { commits: readCommits(repository, "HEAD"), note: [note] };
}

/**
 * Returns the commits whose parents a shallow clone lacks; none in a clone with its whole history.
 */
function readShallowBoundary(repository: string): string[] {
  const file = git(repository, "rev-parse", "--path-format=absolute", "--git-path", "shallow");
  return existsSync(file.trim()) ? readFileSync(file.trim(), "utf8").trim().split("\n") : [];
}

/** Returns the oldest commit that added this script. */
function findAddition(repository: string): string | undefined {
  const log = git(repository, "log", "--diff-filter=A", "--format=%H", "--", thisScript);
  return log.trim().split("\n").at(-1) || undefined;
}

function hasCommits(repository: string, range: string): boolean {
  return runGit(repository, "rev-list", "--max-count=1", "--end-of-options", range).status === 0;
}

function readCommits(repository: string, revisions: string): Commit[] {
  const format = ["--no-merges", "--no-commit-header", "--format=%H%n%B%x00"];
  const log = git(repository, "rev-list", ...format, "--end-of-options", revisions);
  return log.split("\0\n").flatMap((entry) => {
    const end = entry.indexOf("\n");
    return end < 0 ? [] : [{ id: entry.slice(0, end), message: entry.slice(end + 1) }];
  });
}

function git(repository: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = runGit(repository, ...args);
  if (status !== 0) throw new Error(`git ${args[0]} failed: ${error?.message ?? stderr.trim()}`);
  return stdout;
}

function runGit(repository: string, ...args: string[]) {
  return spawnSync("git", args, {
    cwd: repository,
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
  });
}

if (import.meta.main) {
  try {
    // A public CI passes an empty range for events that have none.
    const { ok, lines } = checkCommits(project, process.argv[2] || undefined);
    for (const line of lines) console.error(line);
    process.exitCode = ok ? 0 : 1;
  } catch (error) {
    console.error(`Commit messages: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}
