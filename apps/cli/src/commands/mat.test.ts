import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runScanhook } from "../testing/command-line.ts";

const folder = mkdtempSync(join(tmpdir(), "scanhook-mat-"));
const inFolder = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  // 210 × 297 mm and 8.5 × 11 inches, in points.
  ["a4", "595.2756 841.8898"],
  ["letter", "612 792"],
])("writes the mat for %s as a PDF of its size", async (paper, size) => {
  const out = inFolder(`${paper}.pdf`);
  expect(await runScanhook(["mat", "--paper", paper, "--out", out])).toEqual({
    code: 0,
    stderr: "",
    stdout: `Wrote ${out}. Print it at 100 %, without scaling to the page.\n`,
  });
  const text = readFileSync(out, "latin1");
  expect(text).toMatch(/^%PDF-1\.7\n/);
  expect(text).toContain(`/MediaBox [0 0 ${size}]`);
});

test.each([
  [["--paper", "a3"], 2, '--paper is a4 or letter, not "a3".'],
  [["mat.pdf"], 2, '"mat.pdf" is one word too many.'],
  [
    ["--out", inFolder("none/a.pdf")],
    1,
    "none/a.pdf cannot be written: its folder does not exist.",
  ],
])("refuses %j with a sentence", async (args, code, sentence) => {
  const run = await runScanhook(["mat", ...args]);
  expect(run).toMatchObject({ code, stdout: "" });
  expect(run.stderr).toContain(sentence);
});
