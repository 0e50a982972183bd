import fc from "fast-check";
import { expect, it } from "vitest";
import { loadFont } from "./load-font.ts";
import { type Label, type LabelReport, writeLabelSheets } from "./sheets.ts";

const font = await loadFont();

async function write(labels: readonly Label[]) {
  const sheets = writeLabelSheets(toAsync(labels), { font, paper: "a4", heading: "Gala" });
  const parts: Buffer[] = [];
  let report: LabelReport | undefined;
  while (report === undefined) {
    const next = await sheets.next();
    if (next.done) report = next.value;
    else parts.push(next.value);
  }
  return { pdf: Buffer.concat(parts).toString("latin1"), report };
}

async function* toAsync(labels: readonly Label[]): AsyncGenerator<Label> {
  yield* labels;
}

it("has the widths that the font was drawn with, and no glyph for what it lacks", () => {
  // Advance widths of DejaVu Sans 2.37, in 1/2048 of the font size.
  for (const [character, advance] of [
    ["A", 1401],
    ["i", 569],
    [" ", 651],
  ] as const)
    expect(font.widthOf(font.glyphOf(character.codePointAt(0)!))).toBeCloseTo(
      (advance / 2048) * 1000,
    );
  expect(font.glyphOf("李".codePointAt(0)!)).toBe(0);
});

it("leaves out a code that could not be read from paper, and says so", async () => {
  const name = "Ada Lovelace";
  const labels = [
    { code: "x".repeat(201), name, details: [] },
    { code: "T-1", name, details: ["Ærø", "שלום"] },
  ];
  expect((await write(labels)).report).toEqual({ printed: 1, unprintable: 1, tooLong: 1 });
});

it("has every object where its table of contents says, whatever the labels hold", async () => {
  const text = fc.string({ unit: "grapheme", maxLength: 60 });
  const label = fc.record({
    code: fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }),
    name: text,
    details: fc.array(text, { maxLength: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(label, { maxLength: 50 }), async (labels) => {
      const { pdf, report } = await write(labels);
      expect(report.printed + report.tooLong).toBe(labels.length);
      expect(pdf.match(/\/Type \/Page /g)).toHaveLength(
        Math.max(1, Math.ceil(report.printed / 24)),
      );
      const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(pdf)![1]);
      const offsets = pdf.slice(start).match(/^\d{10}(?= 00000 n)/gm)!;
      for (const [index, offset] of offsets.entries())
        expect(pdf.slice(Number(offset)).startsWith(`${index + 1} 0 obj\n`)).toBe(true);
    }),
    { numRuns: 20 },
  );
});
