import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkCommits } from "./check-commits.ts";

const validMessage = "Add a page\n\nIt was missing.";
const invalidMessage = "The page moves";

let folder: string;
let repository: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "scanhook-commits-"));
  repository = join(folder, "repository");
  mkdirSync(repository);
  git("init", "--quiet", "--initial-branch=main");
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Runs git without the settings of this machine's user, and returns its output. */
function git(...args: string[]): string {
  return execFileSync("git", args, { cwd: repository, encoding: "utf8", env: gitEnvironment });
}

const gitEnvironment = {
  PATH: process.env.PATH,
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "A",
  GIT_AUTHOR_EMAIL: "a@example.com",
  GIT_COMMITTER_NAME: "A",
  GIT_COMMITTER_EMAIL: "a@example.com",
};

function commit(message: string, file?: string): string {
  if (file) {
    mkdirSync(join(repository, file, ".."), { recursive: true });
    writeFileSync(join(repository, file), message);
  }
  git("add", "--all");
  git("commit", "--quiet", "--allow-empty", "--message", message);
  return git("rev-parse", "HEAD").trim();
}

const addScript = () => commit(invalidMessage, "scripts/check-commits.ts");

/** Clones the newest `depth` commits. */
function cloneShallow(depth: number): string {
  const clone = join(folder, "clone");
  const url = pathToFileURL(repository).href;
  execFileSync("git", ["clone", "--quiet", `--depth=${depth}`, url, clone], {
    env: gitEnvironment,
  });
  return clone;
}

describe("checkCommits without a range", () => {
  it("checks the commits after the one that added the script", () => {
    commit(invalidMessage);
    addScript();
    commit(validMessage);
    expect(checkCommits(repository)).toEqual({
      ok: true,
      lines: ["Commit messages: 1 commit checked."],
    });
  });

  it("names each refused commit with its problems", () => {
    addScript();
    const id = commit(invalidMessage);
    commit(validMessage);
    const { ok, lines } = checkCommits(repository);
    expect(ok).toBe(false);
    expect(lines[0]).toContain(`${id.slice(0, 10)} The page moves\n  - Start the subject`);
    expect(lines[0]).toContain("\n  - Add a body");
    expect(lines[1]).toContain("1 of 2 commits refused");
  });

  it("takes the first addition when the script was deleted and added again", () => {
    addScript();
    git("rm", "--quiet", "scripts/check-commits.ts");
    commit(invalidMessage);
    commit(validMessage, "scripts/check-commits.ts");
    expect(checkCommits(repository).lines.at(-1)).toContain("1 of 2 commits refused");
  });

  it("leaves merges out and checks the commits that they bring", () => {
    addScript();
    git("checkout", "--quiet", "-b", "topic");
    commit(invalidMessage, "topic");
    git("checkout", "--quiet", "main");
    commit(validMessage, "main");
    git("merge", "--quiet", "--no-ff", "--message", "a merge", "topic");
    expect(checkCommits(repository).lines.at(-1)).toContain("1 of 2 commits refused");
  });

  it("says that no commit adds the script yet", () => {
    commit(invalidMessage);
    expect(checkCommits(repository)).toEqual({
      ok: true,
      lines: [
        "No commit adds scripts/check-commits.ts yet.",
        "Commit messages: 0 commits checked.",
      ],
    });
  });

  it("checks the commits that a shallow clone has, and says that there may be more", () => {
    addScript();
    commit(invalidMessage);
    commit(invalidMessage);
    commit(validMessage);
    const { ok, lines } = checkCommits(cloneShallow(2));
    expect(ok).toBe(false);
    expect(lines[0]).toMatch(/^This clone is shallow and lacks the addition of/);
    expect(lines.at(-1)).toContain("1 of 2 commits refused");
  });

  it("checks the whole range in a shallow clone that reaches back far enough", () => {
    commit(validMessage);
    addScript();
    commit(validMessage);
    expect(checkCommits(cloneShallow(3)).lines).toEqual(["Commit messages: 1 commit checked."]);
  });

  it("says that a folder is not a git checkout", () => {
    expect(checkCommits(folder)).toEqual({
      ok: true,
      lines: ["Commit messages: not checked, this is not a git checkout."],
    });
  });
});

describe("checkCommits with a range", () => {
  it("checks only that range", () => {
    const base = commit(invalidMessage);
    commit(validMessage);
    expect(checkCommits(repository, `${base}..HEAD`).ok).toBe(true);
    expect(checkCommits(repository, "HEAD").lines).toEqual(["Commit messages: 0 commits checked."]);
  });

  it("takes a single revision as the start of a range up to HEAD", () => {
    const base = commit(invalidMessage);
    commit(validMessage);
    expect(checkCommits(repository, base).lines).toEqual(["Commit messages: 1 commit checked."]);
  });

  it("checks the commits that a shallow clone has when the start is missing", () => {
    const base = commit(validMessage);
    commit(invalidMessage);
    commit(validMessage);
    const { ok, lines } = checkCommits(cloneShallow(1), `${base}..HEAD`);
    expect(ok).toBe(true);
    expect(lines[0]).toContain(`lacks the start of ${base}..HEAD`);
  });

  it("throws when a repository with its whole history lacks the range", () => {
    commit(validMessage);
    expect(() => checkCommits(repository, "missing..HEAD")).toThrow(
      "missing..HEAD is not a range of commits in this repository.",
    );
  });

  it("takes a range that looks like an option for a range", () => {
    commit(validMessage);
    expect(() => checkCommits(repository, "--all")).toThrow("is not a range");
  });
});

describe("scripts/check-commits.ts", () => {
  it("ends with 1 when the range does not exist", () => {
    const args = ["scripts/check-commits.ts", "missing..missing"];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect(status).toBe(1);
    expect(stderr).toContain("Commit messages: ");
  });
});
