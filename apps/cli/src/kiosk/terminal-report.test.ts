import { Writable } from "node:stream";
import type { Spool } from "@scanhook/tags";
import { expect, test } from "vitest";
import { createTerminalReport } from "./terminal-report.ts";

/** Returns the line for an accepted scan of a tag, without what is before and after its content. */
function lineOf(content: string, spool?: Spool): string {
  const lines: string[] = [];
  const stdout = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const report = createTerminalReport({ stdout, env: {} });
  report({
    kind: "scan",
    reader: "desk",
    scan: { identifier: uid, date: "2026-11-21T09:14:05Z", content },
    spool,
    outcome: { kind: "accepted", status: 204 },
    ms: 31,
  });
  const [, line = ""] = lines.join("").split(`${uid}  `);
  return line.replace("  accepted with 204 in 31 ms.\n", "");
}

const uid = "04:A2:7F:1B:5E:80:00";

const spool: Spool = {
  format: "OpenPrintTag",
  name: "PLA Galaxy Black",
  colors: ["#1a1a1a"],
  properties: [],
  fullWeight: 1000,
  printTemperature: { min: 205, max: 225 },
  problems: [],
};

test("the line of a spool says what it is, beside a content that says something else", () => {
  const summary = "OpenPrintTag: PLA Galaxy Black, #1A1A1A, 1000 g, 205–225 °C";
  expect(lineOf("PLA Galaxy Black", spool)).toBe(summary);
  expect(lineOf("", spool)).toBe(summary);
  expect(lineOf("https://example.org/7", spool)).toBe(`https://example.org/7  ${summary}`);
  const json = '{"protocol":"openspool"}';
  expect(lineOf(json, { ...spool, format: "OpenSpool", name: "P\u001b[2JLA" })).toBe(
    "OpenSpool: P\\u001b[2JLA, #1A1A1A, 1000 g, 205–225 °C",
  );
  expect(lineOf("", { ...spool, problems: ["It is cut off."] })).toBe(
    `${summary}  (It is cut off.)`,
  );
  expect(lineOf("")).toBe("(empty)");
});
