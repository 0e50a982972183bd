import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { expect, it } from "vitest";
import { openWorkbook } from "./open-workbook.ts";
import { makeWorkbook } from "./testing/make-zip.ts";
import { Unreadable } from "./unreadable.ts";

const maxBytes = 1024 * 1024;

/** Reads all rows. Resolves to the reason for a file that is refused. */
async function readAll(bytes: Uint8Array): Promise<string | undefined> {
  try {
    const { rows } = await openWorkbook(bytes, { maxBytes });
    for await (const some of rows)
      for (const { line, cells } of some) {
        expect(line).toBeGreaterThan(0);
        expect(cells.length).toBeLessThanOrEqual(16_384);
        for (const cell of cells) expect(cell).toBeTypeOf("string");
      }
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(Unreadable);
    return (error as Error).message;
  }
}

it("any change of a workbook is read or refused with a sentence", async () => {
  const names = ["xlsxwriter.xlsx", "openpyxl.xlsx", "gnumeric.xlsx", "gnumeric.ods"];
  const files = await Promise.all(
    names.map((name) => readFile(new URL(`fixtures/${name}`, import.meta.url))),
  );
  const change = fc.record({ at: fc.nat({ max: 7000 }), bytes: fc.uint8Array({ maxLength: 4 }) });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...files),
      fc.array(change, { maxLength: 4 }),
      fc.option(fc.nat({ max: 7000 }), { nil: undefined }),
      async (file, changes, length) => {
        const changed = Buffer.from(file.subarray(0, length));
        for (const { at, bytes } of changes)
          changed.set(
            bytes.subarray(0, changed.length - at > 0 ? changed.length - at : 0),
            Math.min(at, changed.length),
          );
        await readAll(changed);
      },
    ),
  );
});

const text = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom(
    "1",
    "1e308",
    "-0",
    "0.1",
    "NaN",
    "Infinity",
    "99999",
    "A1",
    "ZZZ9",
    "_x0000_",
    "2958466",
  ),
);
const attributes = fc.dictionary(fc.constantFrom("r", "t", "s", "x:id"), text);
const names = fc.constantFrom("row", "c", "v", "f", "is", "t", "r", "rPh", "x:c", "si");
const toXml = (value: string) =>
  value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
const { tree } = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc
    .tuple(
      names,
      attributes,
      fc.array(fc.oneof({ depthSize: "small" }, text.map(toXml), tie("tree")), { maxLength: 4 }),
    )
    .map(([name, values, children]) => {
      const written = Object.entries(values).map(([key, value]) => ` ${key}="${toXml(value)}"`);
      return `<${name}${written.join("")}>${children.join("")}</${name}>`;
    }),
}));

it("any tags and values in a sheet are read or refused with a sentence", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(tree, { maxLength: 5 }), text, async (trees, format) => {
      await readAll(makeWorkbook(trees.join(""), { format: toXml(format) }));
    }),
  );
});

it("no more is unpacked than the limit", async () => {
  const row = `<row><c t="str"><v>${"a".repeat(100)}</v></c></row>`;
  expect(await readAll(makeWorkbook(row.repeat(20_000)))).toBe(
    "The file is larger than 1 MB when it is unpacked; split the list, or save it as CSV.",
  );
});
