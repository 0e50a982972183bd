import { formatNumber, formatStream, toUtf16 } from "./pdf-file.ts";
import type { PdfFont } from "./pdf-font.ts";

/** The most characters in one block of a character map (Adobe Technical Note 5014). */
const maxMapped = 100;

/**
 * Returns the objects of an embedded font with some of its glyphs and their characters (ISO
 * 32000-1, 9.7 and 9.10.3). The texts that use it consist of glyph ids of two bytes. `first` is the
 * number of the first object, which is the font.
 */
export function listFontObjects(
  font: PdfFont,
  glyphs: ReadonlyMap<number, string>,
  first: number,
): string[] {
  const name = "/BaseFont /SCANHK+DejaVuSans";
  const ids = [...glyphs.keys()].sort((a, b) => a - b);
  const widths = ids.map((id) => `${id} [${formatNumber(font.widthOf(id))}]`).join(" ");
  const program = font.subset(ids);
  const [descendant, descriptor, file, map] = [1, 2, 3, 4].map((after) => `${first + after} 0 R`);
  return [
    `<< /Type /Font /Subtype /Type0 ${name} /Encoding /Identity-H /DescendantFonts [${descendant}] /ToUnicode ${map} >>`,
    `<< /Type /Font /Subtype /CIDFontType2 ${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> ` +
      `/FontDescriptor ${descriptor} /CIDToGIDMap /Identity /W [${widths}] >>`,
    `<< /Type /FontDescriptor /FontName /SCANHK+DejaVuSans /Flags 4 /FontBBox [${font.box.map(formatNumber).join(" ")}] ` +
      `/ItalicAngle 0 /Ascent ${formatNumber(font.ascent)} /Descent ${formatNumber(font.descent)} /CapHeight 729 /StemV 80 /FontFile2 ${file} >>`,
    formatStream(program, `/Length1 ${program.length} `),
    formatStream(new TextEncoder().encode(writeCharacterMap(ids, glyphs))),
  ];
}

function writeCharacterMap(ids: readonly number[], glyphs: ReadonlyMap<number, string>): string {
  const blocks = Array.from({ length: Math.ceil(ids.length / maxMapped) }, (_, block) => {
    const members = ids.slice(block * maxMapped, (block + 1) * maxMapped);
    const lines = members.map(
      (id) => `<${id.toString(16).padStart(4, "0")}> <${toUtf16(glyphs.get(id)!)}>\n`,
    );
    return `${members.length} beginbfchar\n${lines.join("")}endbfchar\n`;
  });
  return (
    "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n" +
    "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n" +
    "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n" +
    "1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n" +
    `${blocks.join("")}endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n`
  );
}
