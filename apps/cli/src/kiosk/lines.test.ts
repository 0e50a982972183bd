import fc from "fast-check";
import { expect, test } from "vitest";
import { type Line, longestLine, readLines } from "./lines.ts";

test("CR, LF and both end a line; empty lines are nothing; the last needs no end", async () => {
  const texts = await linesOf("4006381333931\r\n\r\n 96385074 \rTAB\t\nlast");
  expect(texts).toEqual(["4006381333931", " 96385074 ", "TAB\t", "last"]);
});

test("group separators and AIM identifiers of GS1 codes are kept", async () => {
  const gs1 = "]d2010950600013435210AB-1\u001d17271231";
  expect(await linesOf(`${gs1}\r\n`)).toEqual([gs1]);
});

test("a line that is no UTF-8 is Latin-1, the others are not", async () => {
  const bytes = Buffer.concat([Buffer.from("Grüße\r"), Buffer.from("Gr\xfc\xdfe\r", "latin1")]);
  expect(await linesOf(bytes)).toEqual(["Grüße", "Grüße"]);
});

test("a line longer than any code is dropped whole, and the next one is read", async () => {
  const long = "x".repeat(longestLine + 1);
  const lines = await all([Buffer.from(long), Buffer.from("yyy\nnext\n")]);
  expect(lines).toEqual([
    { ok: false, kind: "overlong" },
    { ok: true, text: "next" },
  ]);
  expect(await linesOf("x".repeat(longestLine))).toHaveLength(1);
});

test("lines are the same wherever the bytes are cut into chunks", () =>
  fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 200 }),
      fc.array(fc.nat(200), { maxLength: 20 }),
      async (bytes, cuts) => {
        const places = [0, ...cuts.filter((cut) => cut < bytes.length), bytes.length];
        places.sort((a, b) => a - b);
        const chunks = places.slice(1).map((end, i) => bytes.slice(places[i], end));
        expect(await all(chunks)).toEqual(await all([bytes]));
      },
    ),
  ));

test("texts come out as they went in", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: "grapheme", minLength: 1 })),
      fc.constantFrom("\r", "\n", "\r\n"),
      async (texts, end) => {
        const clean = texts.map((text) => text.replace(/[\r\n]/g, "")).filter(Boolean);
        expect(await linesOf(clean.map((text) => text + end).join(""))).toEqual(clean);
      },
    ),
  ));

async function linesOf(input: string | Uint8Array): Promise<string[]> {
  const lines = await all([typeof input === "string" ? Buffer.from(input) : input]);
  return lines.map((line) => (line.ok ? line.text : line.kind));
}

async function all(chunks: Uint8Array[]): Promise<Line[]> {
  async function* stream() {
    yield* chunks;
  }
  const lines: Line[] = [];
  for await (const line of readLines(stream())) lines.push(line);
  return lines;
}
