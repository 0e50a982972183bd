import { expect, test } from "vitest";
import { invisibleFont } from "./invisible-font.ts";

test.each([2, 3, 500, 65_535])("a font of %i glyphs has sound tables", (glyphs) => {
  const font = Buffer.from(invisibleFont(glyphs));
  const tables = readTables(font);
  const names = [...tables.keys()];
  // The tables that OpenType 1.9 requires of a font with TrueType outlines, sorted by name.
  expect(names).toEqual([
    "OS/2",
    "cmap",
    "glyf",
    "head",
    "hhea",
    "hmtx",
    "loca",
    "maxp",
    "name",
    "post",
  ]);
  for (const { offset, data, sum } of tables.values()) {
    expect(offset % 4).toBe(0);
    if (!data.equals(tables.get("head")!.data)) expect(checksum(data)).toBe(sum);
  }
  expect(checksum(font)).toBe(0xb1b0afba);
  expect(tables.get("head")!.data.toString("hex", 12, 16)).toBe("5f0f3cf5");
  expect(tables.get("maxp")!.data.readUInt16BE(4)).toBe(glyphs);
  expect(tables.get("hmtx")!.data).toHaveLength(4 + 2 * (glyphs - 1));
  expect(tables.get("loca")!.data).toHaveLength(2 * (glyphs + 1));
  expect(tables.get("OS/2")!.data).toHaveLength(96);
});

test("every glyph is empty", () => {
  const loca = readTables(Buffer.from(invisibleFont(300))).get("loca")!.data;
  expect(loca.every((byte) => byte === 0)).toBe(true);
});

function readTables(font: Buffer) {
  return new Map(
    Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
      const entry = 12 + index * 16;
      const [sum, offset, length] = [4, 8, 12].map((at) => font.readUInt32BE(entry + at)) as [
        number,
        number,
        number,
      ];
      const name = font.toString("latin1", entry, entry + 4);
      return [name, { sum, offset, data: font.subarray(offset, offset + length) }] as const;
    }),
  );
}

/** Sums bytes as big-endian numbers of 32 bits, zeros after the end. */
function checksum(data: Buffer): number {
  const padded = Buffer.concat([data, Buffer.alloc(-data.length & 3)]);
  let sum = 0;
  for (let offset = 0; offset < padded.length; offset += 4)
    sum = (sum + padded.readUInt32BE(offset)) % 2 ** 32;
  return sum;
}
