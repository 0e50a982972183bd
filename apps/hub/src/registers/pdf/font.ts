import { inflateSync } from "node:zlib";
import { readOutlines } from "./glyph-outlines.ts";

/** A TrueType font to embed in a PDF. Lengths are in thousandths of the font size. */
export type Font = {
  /** The font with only the tables that a PDF needs (ISO 32000-1, 9.9). */
  program: Buffer;
  ascent: number;
  descent: number;
  box: readonly number[];
  /** Returns 0 for a character that the font lacks. */
  glyphOf: (codePoint: number) => number;
  widthOf: (glyph: number) => number;
  /** Returns the path of an SVG, `y` downwards from the line on which the glyph stands. */
  outlineOf: (glyph: number) => string;
};

/**
 * The tables of a font that a PDF needs. It needs no character map, because its texts consist of
 * glyph ids.
 */
const embeddedTags = ["cvt ", "fpgm", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "prep"];

/**
 * Reads a font in WOFF 1.0 with a character map of format 12 (OpenType 1.9, cmap). Throws on any
 * other.
 */
export function readFont(woff: Buffer): Font {
  const tables = readTables(woff);
  const get = (tag: string) => tables.get(tag)!.bytes;
  const [head, hhea, hmtx] = [get("head"), get("hhea"), get("hmtx")];
  const scale = 1000 / head.readUInt16BE(18);
  const widthCount = hhea.readUInt16BE(34);
  return {
    program: writeFontFile(embeddedTags.flatMap((tag) => tables.get(tag) ?? [])),
    ascent: hhea.readInt16BE(4) * scale,
    descent: hhea.readInt16BE(6) * scale,
    box: [36, 38, 40, 42].map((offset) => head.readInt16BE(offset) * scale),
    glyphOf: readCharacterMap(get("cmap")),
    widthOf: (glyph) => hmtx.readUInt16BE(Math.min(glyph, widthCount - 1) * 4) * scale,
    outlineOf: readOutlines({ glyf: get("glyf"), loca: get("loca"), head }),
  };
}

type FontTable = { tag: string; checksum: number; bytes: Buffer };

/** Reads the tables as the recommendation WOFF File Format 1.0 describes them in section 5. */
function readTables(woff: Buffer): Map<string, FontTable> {
  if (woff.toString("latin1", 0, 4) !== "wOFF") throw new Error("The font is not in WOFF 1.0.");
  const tables = new Map<string, FontTable>();
  for (let index = 0; index < woff.readUInt16BE(12); index++) {
    const entryOffset = 44 + index * 20;
    const tag = woff.toString("latin1", entryOffset, entryOffset + 4);
    const offset = woff.readUInt32BE(entryOffset + 4);
    const length = woff.readUInt32BE(entryOffset + 8);
    const stored = woff.subarray(offset, offset + length);
    const isCompressed = length < woff.readUInt32BE(entryOffset + 12);
    const bytes = isCompressed ? inflateSync(stored) : stored;
    tables.set(tag, { tag, checksum: woff.readUInt32BE(entryOffset + 16), bytes });
  }
  return tables;
}

/**
 * Writes a font file as the OpenType specification describes it: a directory, then the tables at
 * offsets that are multiples of four bytes.
 */
function writeFontFile(tables: readonly FontTable[]): Buffer {
  const power = Math.floor(Math.log2(tables.length));
  const directory = Buffer.alloc(12 + tables.length * 16);
  directory.writeUInt32BE(0x00010000, 0);
  directory.writeUInt16BE(tables.length, 4);
  directory.writeUInt16BE(16 << power, 6);
  directory.writeUInt16BE(power, 8);
  directory.writeUInt16BE(16 * tables.length - (16 << power), 10);
  let offset = directory.length;
  const parts = [directory];
  for (const [index, { tag, checksum, bytes }] of tables.entries()) {
    const entryOffset = 12 + index * 16;
    directory.write(tag, entryOffset, "latin1");
    directory.writeUInt32BE(checksum, entryOffset + 4);
    directory.writeUInt32BE(offset, entryOffset + 8);
    directory.writeUInt32BE(bytes.length, entryOffset + 12);
    const padded = Buffer.alloc(Math.ceil(bytes.length / 4) * 4);
    bytes.copy(padded);
    parts.push(padded);
    offset += padded.length;
  }
  return Buffer.concat(parts);
}

function readCharacterMap(cmap: Buffer): (codePoint: number) => number {
  const count = cmap.readUInt16BE(2);
  const offsets = Array.from({ length: count }, (_, index) => cmap.readUInt32BE(8 + index * 8));
  const start = offsets.find((offset) => cmap.readUInt16BE(offset) === 12);
  if (start === undefined) throw new Error("The font has no character map of format 12.");
  const glyphs = new Map<number, number>();
  for (let group = 0; group < cmap.readUInt32BE(start + 12); group++) {
    const entryOffset = start + 16 + group * 12;
    const first = cmap.readUInt32BE(entryOffset);
    for (let code = first; code <= cmap.readUInt32BE(entryOffset + 4); code++)
      glyphs.set(code, cmap.readUInt32BE(entryOffset + 8) + code - first);
  }
  return (codePoint) => glyphs.get(codePoint) ?? 0;
}
