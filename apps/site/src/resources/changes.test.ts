import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readChanges } from "./changes.ts";

const base = mkdtempSync(join(tmpdir(), "scanhook-changes-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

describe("readChanges", () => {
  const root = join(base, "project");
  mkdirSync(join(root, "docs"), { recursive: true });
  git(root, "init", "-q");
  commit("docs/a.md", "one", "2026-03-01T10:00:00+02:00");
  commit("docs/zwei, drei „vier“.md", "one", "2026-04-01T00:00:00Z");
  // A commit date later than the author date, as after a rebase.
  commit("docs/a.md", "two", "2026-05-01T00:30:00+01:00", "2026-09-01T00:00:00Z");
  writeFileSync(join(root, "docs/new.md"), "not committed");

  test("returns the author date of the last commit in UTC, for any file name", () => {
    const changes = readChanges(root);
    expect(changes).toEqual({
      known: true,
      of: new Map([
        ["docs/a.md", "2026-04-30T23:30:00Z"],
        ["docs/zwei, drei „vier“.md", "2026-04-01T00:00:00Z"],
      ]),
    });
    expect(readChanges(root)).toEqual(changes);
  });

  test("returns the same dates in a clone, and none in a shallow clone", () => {
    git(base, "clone", "-q", `file://${root}`, "whole");
    git(base, "clone", "-q", "--depth", "1", `file://${root}`, "shallow");
    expect(readChanges(join(base, "whole"))).toEqual(readChanges(root));
    expect(readChanges(join(base, "shallow"))).toEqual({
      known: false,
      reason: "this clone of git is a shallow one",
    });
  });

  test("knows no dates without git, inside another project's repository, and before the first commit", () => {
    mkdirSync(join(base, "plain"));
    git(base, "init", "-q", "empty");
    expect(readChanges(join(base, "plain"))).toMatchObject({ known: false });
    expect(readChanges(join(root, "docs"))).toMatchObject({ known: false });
    expect(readChanges(join(base, "empty"))).toMatchObject({ known: false });
  });

  function commit(file: string, text: string, authoredAt: string, committedAt = authoredAt) {
    writeFileSync(join(root, file), text);
    git(root, "add", file);
    execFileSync("git", [...authorOptions, "commit", "-q", "-m", "change"], {
      cwd: root,
      env: { ...process.env, GIT_AUTHOR_DATE: authoredAt, GIT_COMMITTER_DATE: committedAt },
    });
  }
});

const authorOptions = [
  "-c",
  "user.name=Ada",
  "-c",
  "user.email=ada@example.org",
  "-c",
  "commit.gpgsign=false",
];

function git(cwd: string, ...args: string[]) {
  execFileSync("git", args, { cwd, stdio: "pipe" });
}
