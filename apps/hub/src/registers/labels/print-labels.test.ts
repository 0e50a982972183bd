import fc from "fast-check";
import { expect, it } from "vitest";
import { loadFont } from "../pdf/load-font.ts";
import type { Label, LabelFormat, LabelPaper, LabelReport } from "./label.ts";
import { printLabels } from "./print-labels.ts";

const font = await loadFont();

async function write(
  labels: readonly Label[],
  paper: LabelPaper = "a4",
  format: LabelFormat = "qr",
) {
  const design = { paper, format, heading: "Gala", withCode: true };
  const sheets = printLabels(toAsync(labels), design, font);
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
  expect((await write(labels)).report).toEqual({
    ...{ printed: 1, unprintable: 1, shortened: 0, tooLong: 1 },
  });
});

it.each(["a4", "letter", "roll62"] as const)(
  "counts the labels on %s that lack a part of their texts",
  async (paper) => {
    const long = "Hexagon head bolts with flange ".repeat(20);
    const labels = [
      { code: "T-1", name: "Bolts", details: ["Group: A", "Size: M8"] },
      { code: "T-2", name: long, details: [] },
      { code: "T-3", name: "Bolts", details: [long] },
      { code: "T".repeat(200), name: "Bolts", details: [] },
      { code: "P-1", name: "Shelf 1", details: [], role: "place" as const },
      { code: "N-1", name: "123456789.125", details: [], role: "number" as const },
    ];
    const { report } = await write(labels, paper);
    expect(report).toEqual({ printed: 6, unprintable: 0, shortened: 2, tooLong: 0 });
  },
);

it.each([
  ["a4", 2],
  ["roll62", 0],
] as const)("has a name and details of several lines on a roll, not on %s", async (paper, cut) => {
  const name = "Hexagon head bolts with flange, galvanized";
  const details = ["Supplier: Bolts and Nuts of Berlin and Potsdam"];
  const labels = [
    { code: "T-1", name, details: [] },
    { code: "T-2", name: "Bolts", details },
  ];
  expect((await write(labels, paper)).report).toMatchObject({ printed: 2, shortened: cut });
});

it("counts a label with more details than it has room for as shortened", async () => {
  const details = ["1", "2", "3", "4", "5", "6", "7", "8"];
  const labels = [4, 5, 8].map((count) => ({
    ...{ code: "T-1", name: "Bolts", details: details.slice(0, count) },
  }));
  expect((await write(labels, "a4")).report.shortened).toBe(2);
  expect((await write(labels, "roll62")).report.shortened).toBe(0);
});

it("prints each label of a roll on a page of its own, as high as it needs to be", async () => {
  const labels = [
    { code: "T-1", name: "Bolts", details: [] },
    {
      code: "T-2",
      name: "Bolts with a long name",
      details: ["1", "2", "3", "4", "5", "6", "7", "8"],
    },
  ];
  const { pdf } = await write(labels, "roll62");
  const boxes = [...pdf.matchAll(/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(
    ([, width, height]) => [Number(width), Number(height)],
  );
  const mm = 72 / 25.4;
  expect(boxes[0]).toEqual([expect.closeTo(62 * mm, 2), expect.closeTo(30 * mm, 2)]);
  expect(boxes[1]![0]).toBeCloseTo(62 * mm, 2);
  expect(boxes[1]![1]).toBeGreaterThan(30 * mm);
  expect(boxes).toHaveLength(2);
});

it("has every object where its table of contents says, whatever the labels hold", async () => {
  const text = fc.string({ unit: "grapheme", maxLength: 60 });
  const label = fc.record({
    code: fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }),
    name: text,
    details: fc.array(text, { maxLength: 5 }),
    role: fc.constantFrom(undefined, "place" as const, "number" as const),
  });
  const paper = fc.constantFrom("a4" as const, "letter" as const, "roll62" as const);
  await fc.assert(
    fc.asyncProperty(fc.array(label, { maxLength: 50 }), paper, async (labels, paper) => {
      const { pdf, report } = await write(labels, paper);
      expect(report.printed + report.tooLong).toBe(labels.length);
      expect(pdf.match(/\/Type \/Page /g)).toHaveLength(
        Math.max(1, Math.ceil(report.printed / (paper === "roll62" ? 1 : 24))),
      );
      const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(pdf)![1]);
      const offsets = pdf.slice(start).match(/^\d{10}(?= 00000 n)/gm)!;
      for (const [index, offset] of offsets.entries())
        expect(pdf.slice(Number(offset)).startsWith(`${index + 1} 0 obj\n`)).toBe(true);
    }),
    { numRuns: 20 },
  );
});
