import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { scanhookHere } from "../../tests/command-line.ts";
import { tag as command } from "../tag.ts";

const tag = (...args: string[]) => scanhookHere(["tag", ...args]);

test.each([
  [[], /^Say what to do: tag decode, tag read, tag write or tag readers\./],
  [["reed"], /^There is no "tag reed"; did you mean "tag read"\?/],
  [["erase"], /^There is no "tag erase"; it is decode, read, write or readers\./],
  [["toString"], /^There is no "tag toString"/],
  [["read", "--wait", "soon"], /^--wait: give a number of seconds/],
  [["read", "now"], /^"now" is one word too many\./],
  [["readers", "--uid", "04"], /^There is no option --uid/],
  [["write"], /^Say what to write/],
  [["write", "--text", "x", "--yes"], /^--yes answers the question of --lock alone\./],
  [["write", "--text", "x", "--wait", "0"], /^--wait: give a number of seconds/],
  [["write", "--text", "x", "--lock"], /^--lock cannot be undone; in a script add --yes/],
])("tag %j is wrong use before any reader is asked for", async (args, sentence) => {
  const run = await tag(...args);
  expect(run).toMatchObject({ code: 2, stdout: "" });
  expect(run.stderr).toMatch(sentence);
  expect(run.stderr).toContain("Usage: scanhook tag decode");
});

test.each(["n\n", "\n", "perhaps\n", ""])(
  "on a terminal --lock asks, and anything but yes (%j) writes nothing",
  async (answer) => {
    const stdin = Object.assign(Readable.from([answer]), { isTTY: true });
    let [stdout, stderr] = ["", ""];
    const code = await command.run(["write", "--text", "x", "--lock"], {
      stdin,
      stdout: { write: (text) => (stdout += text) },
      stderr: { write: (text) => (stderr += text) },
      env: {},
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(
      /^Once locked the tag can never be written again.*\[y\/N\] .*Nothing was written\.\n$/s,
    );
  },
);
