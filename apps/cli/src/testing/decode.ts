import { expect } from "vitest";
import { runScanhook } from "./command-line.ts";

/** An NDEF message with the link https://example.com, in hexadecimal. */
export const uriMessage = "d1010c55046578616d706c652e636f6d";
export const uid = "04:A2:7F:1B:5E:80:00";
export const date = "2026-05-12T14:23:01Z";

/** Runs `scanhook tag decode` with a fixed date. */
export const runDecode = (...args: string[]) =>
  runScanhook(["tag", "decode", ...args, "--date", date]);

/** Decodes one tag with --json. `line` is the parsed line of output. */
export async function decodeToJson(...args: string[]) {
  const { code, stdout, stderr } = await runDecode(...args, "--json");
  expect(stdout.endsWith("\n") && stdout.indexOf("\n") === stdout.length - 1).toBe(true);
  return { code, stderr, line: JSON.parse(stdout) };
}

/** Decodes the lines of stdin. `results` are the parsed lines of output. */
export async function decodeLines(input: string, ...args: string[]) {
  const run = await runScanhook(["tag", "decode", "-", "--date", date, ...args], { input });
  const results = run.stdout.split("\n").slice(0, -1);
  return { ...run, results: results.map((line) => JSON.parse(line)) };
}
