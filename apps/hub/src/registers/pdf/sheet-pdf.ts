import { deflateSync } from "node:zlib";
import type { Font } from "./font.ts";

const ids = {
  catalog: 1,
  pages: 2,
  font: 3,
  cidFont: 4,
  descriptor: 5,
  program: 6,
  unicode: 7,
  information: 8,
};

/** A title is shown by readers of the file instead of its name. */
export type SheetPdfOptions = { width: number; height: number; title?: string };

const fontResource = `/Font << /F ${ids.font} 0 R >>`;

/** Its second line marks the file as binary, as ISO 32000-1, 7.5.2 recommends. */
const header = "%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n";

/**
 * Creates a writer of a PDF (ISO 32000-1) whose pages have texts in one font. Lengths are in
 * points, and coordinates count from the bottom left corner. `addPage` and `finish` each return the
 * next bytes of the file, so that it is never held in memory as a whole; `finish` writes the font.
 */
export function createSheetPdf(font: Font, { width, height, title }: SheetPdfOptions) {
  const offsets: number[] = [];
  const pages: number[] = [];
  /** The drawn characters by glyph id. */
  const characterByGlyph = new Map<number, string>();
  let length = 0;
  let nextId = Math.max(...Object.values(ids)) + 1;
  let countForm: { id: number; size: number } | undefined;

  const countBytes = (bytes: Buffer) => {
    length += bytes.length;
    return bytes;
  };
  const begin = () => countBytes(Buffer.from(header, "latin1"));
  const writeObject = (id: number, body: string, stream?: Buffer) => {
    offsets[id] = length;
    const packed = stream && deflateSync(stream);
    const entries = packed ? ` /Filter /FlateDecode /Length ${packed.length} ` : "";
    const parts = [Buffer.from(`${id} 0 obj\n${packed ? `<<${body}${entries}>>` : body}\n`)];
    if (packed) parts.push(Buffer.from("stream\n"), packed, Buffer.from("\nendstream\n"));
    return countBytes(Buffer.concat([...parts, Buffer.from("endobj\n")]));
  };

  return {
    drawText,
    /**
     * Returns the operators that draw the number of pages, which is known when the last one is
     * added. All pages show it in the size that is given first.
     */
    drawPageCount(x: number, y: number, size: number): string {
      countForm ??= { id: nextId++, size };
      return `q 1 0 0 1 ${number(x)} ${number(y)} cm /N Do Q\n`;
    },
    /** Adds a page, which may have a height of its own. */
    addPage(operators: string, ownHeight = height): Buffer {
      const first = pages.length === 0 ? [begin()] : [];
      const [content, page] = [nextId, nextId + 1];
      nextId += 2;
      pages.push(page);
      const forms = countForm ? ` /XObject << /N ${countForm.id} 0 R >>` : "";
      return Buffer.concat([
        ...first,
        writeObject(content, "", Buffer.from(operators)),
        writeObject(
          page,
          `<< /Type /Page /Parent ${ids.pages} 0 R /MediaBox [0 0 ${number(width)} ${number(ownHeight)}] /Contents ${content} 0 R /Resources << ${fontResource}${forms} >> >>`,
        ),
      ]);
    },
    finish(): Buffer {
      const form = countForm ? [writeCountForm(countForm)] : [];
      const glyphs = [...characterByGlyph.keys()].sort((one, other) => one - other);
      const widths = glyphs.map((glyph) => `${glyph} [${number(font.widthOf(glyph))}]`).join(" ");
      const name = "/BaseFont /DejaVuSans";
      const box = font.box.map(number).join(" ");
      const bytes = [
        ...form,
        writeObject(
          ids.catalog,
          `<< /Type /Catalog /Pages ${ids.pages} 0 R /ViewerPreferences << /DisplayDocTitle true >> >>`,
        ),
        writeObject(
          ids.pages,
          `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((page) => `${page} 0 R`).join(" ")}] >>`,
        ),
        writeObject(
          ids.font,
          `<< /Type /Font /Subtype /Type0 ${name} /Encoding /Identity-H /DescendantFonts [${ids.cidFont} 0 R] /ToUnicode ${ids.unicode} 0 R >>`,
        ),
        writeObject(
          ids.cidFont,
          `<< /Type /Font /Subtype /CIDFontType2 ${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${ids.descriptor} 0 R /CIDToGIDMap /Identity /W [${widths}] >>`,
        ),
        writeObject(
          ids.descriptor,
          `<< /Type /FontDescriptor /FontName /DejaVuSans /Flags 4 /FontBBox [${box}] /ItalicAngle 0 /Ascent ${number(font.ascent)} /Descent ${number(font.descent)} /CapHeight ${number(font.ascent)} /StemV 80 /FontFile2 ${ids.program} 0 R >>`,
        ),
        writeObject(ids.program, ` /Length1 ${font.program.length}`, font.program),
        writeObject(
          ids.information,
          `<< ${title === undefined ? "" : `/Title ${toTextString(title)} `}>>`,
        ),
        writeObject(ids.unicode, "", Buffer.from(writeCharacterMap(characterByGlyph))),
      ];
      const start = length;
      const rows = Array.from({ length: nextId - 1 }, (_, index) => {
        return `${String(offsets[index + 1]).padStart(10, "0")} 00000 n \n`;
      });
      const trailer = `trailer\n<< /Size ${nextId} /Root ${ids.catalog} 0 R /Info ${ids.information} 0 R >>\nstartxref\n${start}\n%%EOF\n`;
      const table = `xref\n0 ${nextId}\n0000000000 65535 f \n${rows.join("")}${trailer}`;
      return Buffer.concat([...bytes, Buffer.from(table)]);
    },
  };

  /** Returns the operators that draw a text of one line. The font must have all its characters. */
  function drawText(text: string, x: number, y: number, size: number): string {
    let glyphs = "";
    for (const character of text) {
      const glyph = font.glyphOf(character.codePointAt(0)!);
      characterByGlyph.set(glyph, character);
      glyphs += glyph.toString(16).padStart(4, "0");
    }
    return `BT /F ${size} Tf ${number(x)} ${number(y)} Td <${glyphs}> Tj ET\n`;
  }

  /** Returns the object of the number of pages, which pages draw as a form (8.10). */
  function writeCountForm({ id, size }: { id: number; size: number }): Buffer {
    const count = String(pages.length);
    const operators = Buffer.from(drawText(count, 0, 0, size));
    const box = `[0 ${-size} ${size * count.length} ${size}]`;
    return writeObject(
      id,
      ` /Type /XObject /Subtype /Form /BBox ${box} /Resources << ${fontResource} >>`,
      operators,
    );
  }
}

/**
 * Returns the map from glyphs to characters by which a reader finds and copies text (ISO 32000-1,
 * 9.10.3).
 */
function writeCharacterMap(characterByGlyph: ReadonlyMap<number, string>): string {
  const toHex = (units: readonly number[]) =>
    `<${units.map((unit) => unit.toString(16).padStart(4, "0")).join("")}>`;
  const lines = [...characterByGlyph].map(([glyph, character]) => {
    const units = Array.from({ length: character.length }, (_, i) => character.charCodeAt(i));
    return `${toHex([glyph])} ${toHex(units)}\n`;
  });
  // A section may have at most 100 lines.
  const sections = Array.from({ length: Math.ceil(lines.length / 100) }, (_, index) => {
    const section = lines.slice(index * 100, index * 100 + 100);
    return `${section.length} beginbfchar\n${section.join("")}endbfchar\n`;
  });
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${sections.join("")}endcmap
CMapName currentdict /CMap defineresource pop
end
end
`;
}

/** Returns a text as UTF-16 with a byte order mark (7.9.2.2). */
function toTextString(text: string): string {
  return `<feff${Buffer.from(text, "utf16le").swap16().toString("hex")}>`;
}

/** Formats a number without an exponent, because PDF has none. */
function number(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
