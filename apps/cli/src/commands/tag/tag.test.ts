import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { runScanhook } from "../../testing/command-line.ts";
import { tag } from "./tag.ts";

const runTag = (...args: string[]) => runScanhook(["tag", ...args]);

test.each([
  [[], /^Say what to do: tag decode, tag read, tag write, tag lock, .*, tag dump or tag readers\./],
  [["reed"], /^There is no "tag reed"; did you mean "tag read"\?/],
  [
    ["erase"],
    /^There is no "tag erase"; it is decode, read, write, lock, protect, unprotect, dump or readers\./,
  ],
  [["toString"], /^There is no "tag toString"/],
  [["read", "--wait", "soon"], /^--wait: give a number of seconds/],
  [["read", "now"], /^"now" is one word too many\./],
  [["readers", "--uid", "04"], /^There is no option --uid/],
  [["write"], /^Say what to write/],
  [["write", "--text", "x", "--yes"], /^--yes only goes with --lock\./],
  [["write", "--text", "x", "--wait", "0"], /^--wait: give a number of seconds/],
  [["write", "--text", "x", "--lock"], /^Locking cannot be undone; in a script, add --yes/],
  [["lock"], /^Locking cannot be undone; in a script, add --yes/],
  [["protect"], /^Give the password: --password HEX/],
  [["unprotect", "--password", "secret"], /^--password is four bytes in hexadecimal, such as/],
  [
    ["write", "--url", "https://example.org", "--mirror"],
    /^--mirror needs a --url or a --text with/,
  ],
  [["write", "--text", "{uid} {counter}", "--mirror"], /^--mirror: the chip fills one place only/],
  [["dump", "a", "b"], /^"b" is one word too many\./],
])("tag %j is wrong use", async (args, sentence) => {
  const run = await runTag(...args);
  expect(run).toMatchObject({ code: 2, stdout: "" });
  expect(run.stderr).toMatch(sentence);
  expect(run.stderr).toContain("Usage: scanhook tag decode");
});

test.each(["n\n", "\n", "perhaps\n", ""])(
  "tag write --lock asks for confirmation on a terminal and writes nothing after the reply %j",
  async (reply) => {
    const stdin = Object.assign(Readable.from([reply]), { isTTY: true });
    let [stdout, stderr] = ["", ""];
    const code = await tag.run(["write", "--text", "x", "--lock"], {
      stdin,
      stdout: { write: (text) => (stdout += text) },
      stderr: { write: (text) => (stderr += text) },
      env: {},
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(
      /^Once locked, the tag can never be written again.*\[y\/N\] .*Nothing was written\.\n$/s,
    );
  },
);
