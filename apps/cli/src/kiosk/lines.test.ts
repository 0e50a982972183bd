import fc from "fast-check";
import { expect, test } from "vitest";
import { type Line, maxLineLength, readLines } from "./lines.ts";

test("CR, LF or CRLF ends a line, empty lines are dropped, and the last line needs no line end", async () => {
  const texts = await readTexts("4006381333931\r\n\r\n 96385074 \rTAB\t\nlast");
  expect(texts).toEqual(["4006381333931", " 96385074 ", "TAB\t", "last"]);
});

test("empty lines are kept where they are wanted, and CRLF is one line end also between chunks", async () => {
  const chunks = ["a\r", "\n\r\n\n", "\r", "b"].map((text) => Buffer.from(text));
  const lines = await readAll(chunks, { keepsEmpty: true });
  const texts = lines.map((line) => line.ok && line.text);
  expect(texts).toEqual(["a", "", "", "", "b"]);
});

test("group separators and AIM identifiers of GS1 codes are kept", async () => {
  const gs1 = "]d2010950600013435210AB-1\u001d17271231";
  expect(await readTexts(`${gs1}\r\n`)).toEqual([gs1]);
});

test("only a line that is not UTF-8 is decoded as Latin-1", async () => {
  const bytes = Buffer.concat([Buffer.from("Grüße\r"), Buffer.from("Gr\xfc\xdfe\r", "latin1")]);
  expect(await readTexts(bytes)).toEqual(["Grüße", "Grüße"]);
});

test("a line that is longer than any code is reported as overlong, and the next line is read", async () => {
  const overlong = "x".repeat(maxLineLength + 1);
  const lines = await readAll([Buffer.from(overlong), Buffer.from("yyy\nnext\n")]);
  expect(lines).toEqual([
    { ok: false, kind: "overlong" },
    { ok: true, text: "next" },
  ]);
  expect(await readTexts("x".repeat(maxLineLength))).toHaveLength(1);
});

test("lines are the same wherever the bytes are split into chunks", () =>
  fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 200 }),
      fc.array(fc.nat(200), { maxLength: 20 }),
      async (bytes, cuts) => {
        const boundaries = [0, ...cuts.filter((cut) => cut < bytes.length), bytes.length];
        boundaries.sort((a, b) => a - b);
        const chunks = boundaries.slice(1).map((end, i) => bytes.slice(boundaries[i], end));
        expect(await readAll(chunks)).toEqual(await readAll([bytes]));
      },
    ),
  ));

test("any text is read unchanged, whatever ends its lines", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: "grapheme", minLength: 1 })),
      fc.constantFrom("\r", "\n", "\r\n"),
      async (texts, lineEnd) => {
        const lines = texts.map((text) => text.replace(/[\r\n]/g, "")).filter(Boolean);
        expect(await readTexts(lines.map((text) => text + lineEnd).join(""))).toEqual(lines);
      },
    ),
  ));

/** Returns the texts of the lines, and the kind of the problem for lines that cannot be read. */
async function readTexts(input: string | Uint8Array): Promise<string[]> {
  const lines = await readAll([typeof input === "string" ? Buffer.from(input) : input]);
  return lines.map((line) => (line.ok ? line.text : line.kind));
}

async function readAll(chunks: Uint8Array[], options?: { keepsEmpty: boolean }): Promise<Line[]> {
  async function* stream() {
    yield* chunks;
  }
  const lines: Line[] = [];
  for await (const line of readLines(stream(), options)) lines.push(line);
  return lines;
}
