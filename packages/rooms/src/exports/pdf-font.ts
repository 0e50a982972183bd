import { unzlibSync } from "fflate";

/** A TrueType font to embed in a PDF. Lengths are in thousandths of the font size. */
export type PdfFont = {
  ascent: number;
  descent: number;
  box: readonly number[];
  /** Returns 0 for a character that the font lacks. */
  glyphOf(codePoint: number): number;
  widthOf(glyph: number): number;
  /** Returns a font file with the outlines of some glyphs, and with the tables that a PDF needs. */
  subset(glyphs: Iterable<number>): Uint8Array;
};

/**
 * Reads a TrueType font in WOFF 1.0 with a character map of format 12 (OpenType 1.9, cmap). Throws
 * on any other.
 */
export function readPdfFont(woff: Uint8Array): PdfFont {
  const tables = readTables(woff);
  const view = (tag: string) => viewOf(tables.get(tag)!);
  const [head, hhea, hmtx] = [view("head"), view("hhea"), view("hmtx")];
  const scale = 1000 / head.getUint16(18);
  const widthCount = hhea.getUint16(34);
  return {
    ascent: hhea.getInt16(4) * scale,
    descent: hhea.getInt16(6) * scale,
    box: [36, 38, 40, 42].map((offset) => head.getInt16(offset) * scale),
    glyphOf: readCharacterMap(view("cmap")),
    widthOf: (glyph) => hmtx.getUint16(Math.min(glyph, widthCount - 1) * 4) * scale,
    subset: (glyphs) => writeSubset(tables, glyphs),
  };
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength);

/** Reads the tables as the recommendation WOFF File Format 1.0 describes them in section 5. */
function readTables(woff: Uint8Array): Map<string, Uint8Array> {
  const file = viewOf(woff);
  if (file.getUint32(0) !== 0x774f4646) throw new Error("The font is not in WOFF 1.0.");
  const tables = new Map<string, Uint8Array>();
  for (let index = 0; index < file.getUint16(12); index++) {
    const entry = 44 + index * 20;
    const tag = String.fromCharCode(...woff.subarray(entry, entry + 4));
    const [offset, length, fullLength] = [4, 8, 12].map((at) => file.getUint32(entry + at));
    const stored = woff.subarray(offset, offset! + length!);
    tables.set(tag, length! < fullLength! ? unzlibSync(stored) : stored);
  }
  return tables;
}

function readCharacterMap(cmap: DataView): (codePoint: number) => number {
  const count = cmap.getUint16(2);
  const offsets = Array.from({ length: count }, (_, index) => cmap.getUint32(8 + index * 8));
  const start = offsets.find((offset) => cmap.getUint16(offset) === 12);
  if (start === undefined) throw new Error("The font has no character map of format 12.");
  const groups = Array.from({ length: cmap.getUint32(start + 12) }, (_, group) =>
    [0, 4, 8].map((at) => cmap.getUint32(start + 16 + group * 12 + at)),
  );
  return (codePoint) => {
    const group = groups.find(([first, last]) => codePoint >= first! && codePoint <= last!);
    return group ? group[2]! + codePoint - group[0]! : 0;
  };
}

/** The tables of a font that are embedded as they are (ISO 32000-1, 9.9). */
const copiedTags = ["cvt ", "fpgm", "prep"];

function writeSubset(tables: ReadonlyMap<string, Uint8Array>, glyphs: Iterable<number>) {
  const outlines = collectOutlines(tables, glyphs);
  const count = Math.max(0, ...outlines.keys()) + 1;
  const loca = new Uint8Array((count + 1) * 4);
  let end = 0;
  for (let glyph = 0; glyph <= count; glyph++) {
    viewOf(loca).setUint32(glyph * 4, end);
    end += align(outlines.get(glyph)?.length ?? 0);
  }
  const glyf = new Uint8Array(Math.max(end, 4));
  for (const [glyph, outline] of outlines) glyf.set(outline, viewOf(loca).getUint32(glyph * 4));
  const [head, hhea, maxp] = ["head", "hhea", "maxp"].map((tag) => tables.get(tag)!.slice());
  const widthCount = Math.min(viewOf(hhea!).getUint16(34), count);
  viewOf(head!).setInt16(50, 1);
  viewOf(hhea!).setUint16(34, widthCount);
  viewOf(maxp!).setUint16(4, count);
  const hmtx = tables.get("hmtx")!.slice(0, widthCount * 4 + (count - widthCount) * 2);
  const copied = copiedTags.flatMap((tag) => {
    const table = tables.get(tag);
    return table ? [[tag, table] as const] : [];
  });
  const written = { glyf, head: head!, hhea: hhea!, hmtx, loca, maxp: maxp! };
  return writeFontFile([...copied, ...Object.entries(written)]);
}

/** Returns the outlines of glyphs, with those of which they are composed, and of glyph 0. */
function collectOutlines(
  tables: ReadonlyMap<string, Uint8Array>,
  glyphs: Iterable<number>,
): Map<number, Uint8Array> {
  const loca = viewOf(tables.get("loca")!);
  const isLong = viewOf(tables.get("head")!).getInt16(50) === 1;
  const offsetOf = (glyph: number) =>
    isLong ? loca.getUint32(glyph * 4) : loca.getUint16(glyph * 2) * 2;
  const outlines = new Map<number, Uint8Array>();
  const queue = [0, ...glyphs];
  for (const glyph of queue) {
    if (outlines.has(glyph)) continue;
    const outline = tables.get("glyf")!.subarray(offsetOf(glyph), offsetOf(glyph + 1));
    outlines.set(glyph, outline);
    queue.push(...listParts(outline));
  }
  return outlines;
}

/** The flags of a part of a composite glyph (OpenType 1.9, glyf). */
const partFlags = { hasWords: 1, hasScale: 8, hasMore: 32, hasTwoScales: 64, hasMatrix: 128 };

/** Returns the glyphs of which a composite glyph consists; none for a simple glyph. */
function listParts(outline: Uint8Array): number[] {
  if (outline.length === 0 || viewOf(outline).getInt16(0) >= 0) return [];
  const parts: number[] = [];
  let offset = 10;
  for (let flags = partFlags.hasMore; flags & partFlags.hasMore; ) {
    flags = viewOf(outline).getUint16(offset);
    parts.push(viewOf(outline).getUint16(offset + 2));
    offset += flags & partFlags.hasWords ? 8 : 6;
    if (flags & partFlags.hasScale) offset += 2;
    if (flags & partFlags.hasTwoScales) offset += 4;
    if (flags & partFlags.hasMatrix) offset += 8;
  }
  return parts;
}

const align = (length: number) => Math.ceil(length / 4) * 4;

/**
 * Writes a font file as the OpenType specification describes it: a directory, then the tables at
 * offsets that are multiples of four bytes.
 */
function writeFontFile(tables: readonly (readonly [tag: string, bytes: Uint8Array])[]) {
  const power = Math.floor(Math.log2(tables.length));
  const directoryLength = 12 + tables.length * 16;
  const file = new Uint8Array(
    tables.reduce((sum, [, bytes]) => sum + align(bytes.length), directoryLength),
  );
  const view = viewOf(file);
  view.setUint32(0, 0x00010000);
  view.setUint16(4, tables.length);
  view.setUint16(6, 16 << power);
  view.setUint16(8, power);
  view.setUint16(10, 16 * tables.length - (16 << power));
  let offset = directoryLength;
  const sorted = tables.toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [index, [tag, bytes]] of sorted.entries()) {
    const entry = 12 + index * 16;
    file.set(bytes, offset);
    for (let letter = 0; letter < 4; letter++) file[entry + letter] = tag.charCodeAt(letter);
    view.setUint32(entry + 4, sumWords(view, offset, align(bytes.length)));
    view.setUint32(entry + 8, offset);
    view.setUint32(entry + 12, bytes.length);
    offset += align(bytes.length);
  }
  return file;
}

/** Returns the checksum of a table: the sum of its 32-bit words. */
function sumWords(view: DataView, from: number, length: number): number {
  let sum = 0;
  for (let at = from; at < from + length; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  return sum;
}
