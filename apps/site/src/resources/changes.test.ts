import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readChanges } from "./changes.ts";

const base = mkdtempSync(join(tmpdir(), "scanhook-changes-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

describe("When files were changed", () => {
  const root = join(base, "project");
  mkdirSync(join(root, "docs"), { recursive: true });
  git(root, "init", "-q");
  commit("docs/a.md", "one", "2026-03-01T10:00:00+02:00");
  commit("docs/zwei, drei „vier“.md", "one", "2026-04-01T00:00:00Z");
  // Put in later than it was written, as after a rebase.
  commit("docs/a.md", "two", "2026-05-01T00:30:00+01:00", "2026-09-01T00:00:00Z");
  writeFileSync(join(root, "docs/new.md"), "not committed");

  test("the author date of the last commit counts, in UTC, whatever files are called", () => {
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

  test("a clone says the same, a shallow one says nothing", () => {
    git(base, "clone", "-q", `file://${root}`, "whole");
    git(base, "clone", "-q", "--depth", "1", `file://${root}`, "shallow");
    expect(readChanges(join(base, "whole"))).toEqual(readChanges(root));
    expect(readChanges(join(base, "shallow"))).toEqual({
      known: false,
      reason: "this clone of git is a shallow one",
    });
  });

  test("without git, in the repository of another project, and before the first commit nothing is known", () => {
    mkdirSync(join(base, "plain"));
    git(base, "init", "-q", "empty");
    expect(readChanges(join(base, "plain"))).toMatchObject({ known: false });
    expect(readChanges(join(root, "docs"))).toMatchObject({ known: false });
    expect(readChanges(join(base, "empty"))).toMatchObject({ known: false });
  });

  function commit(file: string, text: string, written: string, putIn = written) {
    writeFileSync(join(root, file), text);
    git(root, "add", file);
    execFileSync("git", [...who, "commit", "-q", "-m", "change"], {
      cwd: root,
      env: { ...process.env, GIT_AUTHOR_DATE: written, GIT_COMMITTER_DATE: putIn },
    });
  }
});

const who = [
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
