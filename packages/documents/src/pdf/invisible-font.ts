import { latin1 } from "./syntax.ts";

/** The metrics of the font, in thousandths of its size. */
export const metrics = { width: 500, ascent: 800, descent: -200 };

/**
 * Returns a TrueType font (OpenType 1.9) of up to 65,535 glyphs, all without outlines; glyph 0 is
 * .notdef. Viewers mark found and selected text by its metrics and draw nothing.
 */
export function invisibleFont(glyphCount: number): Uint8Array<ArrayBuffer> {
  const tables = [
    os2,
    cmap,
    glyf,
    head,
    hhea,
    hmtx(glyphCount),
    loca(glyphCount),
    maxp(glyphCount),
    name,
    post,
  ];
  const font = [...u32(0x00010000), ...u16(tables.length, 128, 3, tables.length * 16 - 128)];
  const starts = new Map<string, number>();
  let end = font.length + tables.length * 16;
  for (const { tag, data } of tables) {
    font.push(...latin1(tag), ...u32(checksum(data), end, data.length));
    starts.set(tag, end);
    end += data.length + padding(data);
  }
  const bytes = new Uint8Array(end);
  bytes.set(font);
  for (const { tag, data } of tables) bytes.set(data, starts.get(tag)!);
  new DataView(bytes.buffer).setUint32(starts.get("head")! + 8, 0xb1b0afba - checksum(bytes));
  return bytes;
}

type Table = { tag: string; data: number[] | Uint8Array };

const { width, ascent, descent } = metrics;

const head: Table = {
  tag: "head",
  data: [
    // version, revision, checksum adjustment, magic number
    ...u32(0x00010000, 0x00010000, 0, 0x5f0f3cf5),
    ...u16(3, 1000), // baseline at 0, units of an em
    ...u32(0, 0, 0, 0), // dates
    // bounding box, style, smallest size, direction, short offsets
    ...u16(0, 0, 0, 0, 0, 8, 2, 0, 0),
  ],
};

const hhea: Table = {
  tag: "hhea",
  data: [
    ...u32(0x00010000),
    ...u16(ascent, descent, 0, width, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0),
    ...u16(1), // entries with a width
  ],
};

const maxp = (glyphCount: number): Table => ({
  tag: "maxp",
  data: [...u32(0x00010000), ...u16(glyphCount, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)],
});

/** The width of all glyphs, then the left side bearings of all but the first. */
const hmtx = (glyphCount: number): Table => {
  const data = new Uint8Array(4 + 2 * (glyphCount - 1));
  data.set(u16(width));
  return { tag: "hmtx", data };
};

/** The offsets of the glyphs, all 0: every glyph is empty. */
const loca = (glyphCount: number): Table => ({
  tag: "loca",
  data: new Uint8Array(2 * (glyphCount + 1)),
});

/** A table of one byte, because some readers refuse an empty one. */
const glyf: Table = { tag: "glyf", data: [0] };

const cmap: Table = {
  tag: "cmap",
  data: [
    ...u16(0, 1, 3, 1), // one subtable, for Unicode
    ...u32(12),
    ...u16(4, 32, 0, 4, 4, 1, 0), // format 4 with two segments
    ...u16(0x20, 0xffff, 0, 0x20, 0xffff), // ends and starts
    ...u16(1 - 0x20, 1, 0, 0),
  ],
};

const os2: Table = {
  tag: "OS/2",
  data: [
    ...u16(4, width, 400, 5, 0), // version, mean width, weight, width class, may be embedded
    // subscript, superscript, strikeout, family class
    ...u16(650, 600, 0, 75, 650, 600, 0, 350, 50, 300, 0),
    ...Array<number>(10).fill(0), // PANOSE
    ...u32(0, 0, 0, 0),
    ...latin1("    "), // vendor
    ...u16(0x40, 0x20, 0x20, ascent, descent, 0, ascent, -descent),
    ...u32(0, 0),
    ...u16(0, 0, 0, 0x20, 1),
  ],
};

const post: Table = {
  tag: "post",
  data: [...u32(0x00030000, 0), ...u16(-75, 50), ...u32(1, 0, 0, 0, 0)],
};

const name: Table = { tag: "name", data: nameTable("Invisible", "Regular") };

function nameTable(family: string, style: string): number[] {
  const names: [id: number, text: string][] = [
    [1, family],
    [2, style],
    [3, family],
    [4, family],
    [6, family],
  ];
  const records: number[] = [];
  const strings: number[] = [];
  for (const [id, text] of names) {
    records.push(...u16(3, 1, 0x409, id, text.length * 2, strings.length));
    strings.push(...u16(...Array.from(text, (character) => character.charCodeAt(0))));
  }
  return [...u16(0, names.length, 6 + records.length), ...records, ...strings];
}

/** Returns the sum of the 32-bit numbers of a table, modulo 2^32. */
function checksum(data: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < data.length; index++) sum += data[index]! << (24 - 8 * (index % 4));
  return sum >>> 0;
}

/** Returns how many bytes fill a table up to a multiple of four. */
const padding = (data: ArrayLike<number>) => -data.length & 3;

function u16(...values: number[]): number[] {
  return values.flatMap((value) => [(value >> 8) & 0xff, value & 0xff]);
}

function u32(...values: number[]): number[] {
  return values.flatMap((value) => [...u16(value >>> 16), ...u16(value & 0xffff)]);
}
