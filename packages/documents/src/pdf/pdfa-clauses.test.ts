import { XMLParser, XMLValidator } from "fast-xml-parser";
import { describe, expect, test } from "vitest";
import { srgbProfile } from "./srgb-profile.ts";
import { findObject, followStream, lengthOf, readObjects } from "./testing/file-objects.ts";
import { A4, drawBits, drawJpeg, placeWords, writePdf } from "./testing/sample.ts";

/**
 * The clauses of ISO 19005-2 (PDF/A-2, level U) that apply to what the writer puts into a file, on
 * a file with pages in color, gray, and black and white, and with text of several scripts.
 */
const words = placeWords([
  "Plain text, 100 % \uFB01ne",
  "\u{1F600} \u4E2D\u6587 \u05E9\u05DC\u05D5\u05DD",
]);
const file = await writePdf(
  [
    { size: A4, image: await drawJpeg(600, 848), words },
    { size: A4, image: await drawJpeg(300, 424, 1), words: [] },
    { size: { width: 85.6, height: 53.98 }, image: drawBits(674, 425), words },
  ],
  { title: "Letter & <more> \u{1F600}", language: "en" },
);
const bytes = file.toString("latin1");
const { objects, trailer } = readObjects(file);
const catalog = findObject(objects, "/Type /Catalog");
const images = objects.filter(({ text }) => text.includes("/Subtype /Image"));
const pages = objects.filter(({ text }) => text.includes("/Type /Page "));
const contents = pages.map((page) => followStream(objects, page, "Contents").toString("latin1"));
const font = findObject(objects, "/Subtype /Type0");
const descendant = findObject(objects, "/Subtype /CIDFontType2");
const descriptor = findObject(objects, "/Type /FontDescriptor");
const program = followStream(objects, descriptor, "FontFile2");
const toUnicode = followStream(objects, font, "ToUnicode").toString("latin1");
const mapping = new Map(
  [...toUnicode.matchAll(/^<(\w{4})> <(\w+)>$/gm)]
    .filter(([, , value]) => value !== "FFFF")
    .map(([, code, value]) => [code!, value!]),
);
const shownCodes = contents.flatMap((content) =>
  [...content.matchAll(/<(\w+)> Tj/g)].flatMap(([, hex]) => hex!.match(/.{4}/g)!),
);
const xmp = findObject(objects, "/Type /Metadata").stream!.toString();

/** The text of the file without its streams, where names and strings are. */
const syntax = [...objects.map(({ text }) => text), trailer].join("");

describe("6.1 File structure", () => {
  test("6.1.2 the header is followed by a comment of four bytes above 127", () => {
    expect(bytes).toMatch(/^%PDF-1\.[0-7]\n%[\x80-\xFF]{4}\n/);
  });

  test("6.1.3 the trailer has a file identifier, nothing is encrypted and nothing follows the end", () => {
    expect(trailer).toMatch(/\/ID \[<([0-9a-f]{32})> <\1>\]/);
    expect(syntax).not.toContain("/Encrypt");
    expect(bytes.match(/%%EOF/g)).toHaveLength(1);
    expect(bytes).toMatch(/\nstartxref\n\d+\n%%EOF\n$/);
  });

  test("6.1.4 one line end separates the xref keyword from the header of its section", () => {
    const start = Number(/startxref\n(\d+)/.exec(bytes)![1]);
    expect(bytes.slice(start)).toMatch(
      /^xref\n0 \d+\n0000000000 65535 f \n(\d{10} 00000 n \n)+trailer\n/,
    );
  });

  test("6.1.6 hexadecimal strings have an even number of digits", () => {
    const strings = [...syntax.matchAll(/(?<!<)<([^<>]*)>(?!>)/g)].map((match) => match[1]);
    strings.push(...contents.flatMap((content) => content.match(/(?<=<)[^<>]*(?=>)/g) ?? []));
    expect(strings.length).toBeGreaterThan(10);
    for (const digits of strings) expect(digits).toMatch(/^([0-9A-Fa-f]{2})+$/);
  });

  test("6.1.7.1 streams have the length that they state, and lie between line ends", () => {
    const streams = objects.filter(({ stream }) => stream);
    expect(streams.length).toBeGreaterThan(8);
    for (const { offset, text } of streams) {
      expect(text).toMatch(/>>\nstream\n$/);
      const end = offset + text.length + lengthOf(text);
      expect(bytes.slice(end, end + 18)).toBe("\nendstream\nendobj\n");
    }
    expect(syntax).not.toMatch(/\/(F|FFilter|FDecodeParms) [<(]/);
  });

  test("6.1.7.2 the filters are among those allowed", () => {
    const filters = new Set([...syntax.matchAll(/\/Filter (\S+)/g)].map((match) => match[1]));
    expect([...filters].sort()).toEqual(["/CCITTFaxDecode", "/DCTDecode", "/FlateDecode"]);
  });

  test("6.1.8 names are ASCII, which is valid UTF-8", () => {
    expect(syntax).toMatch(/^[\n\x20-\x7E]*$/);
  });

  test("6.1.9 single spaces and line ends set off the parts of an indirect object", () => {
    for (const [index, { offset }] of objects.entries()) {
      expect(bytes.slice(offset - 1)).toMatch(new RegExp(`^\n${index + 1} 0 obj\n`));
    }
    expect(bytes.match(/\nendobj\n/g)).toHaveLength(objects.length);
  });

  test("6.1.10 and 6.1.12 there are neither inline images nor permissions", () => {
    for (const content of contents) expect(content).not.toMatch(/\bBI\b/);
    expect(syntax).not.toContain("/Perms");
  });

  test("6.1.13 numbers, strings, names, nesting and page sizes are within the limits", () => {
    for (const text of [syntax, ...contents]) {
      const withoutStrings = text.replaceAll(/<[^<>]*>|\([^()]*\)/g, "");
      for (const [number] of withoutStrings.matchAll(/[-+]?\d+(\.\d+)?/g)) {
        expect(Math.abs(Number(number))).toBeLessThan(2 ** 31);
      }
      expect(withoutStrings).not.toMatch(/\d[eE][-+]?\d/);
    }
    for (const [name] of syntax.matchAll(/\/[A-Za-z0-9]+/g)) expect(name.length).toBeLessThan(128);
    for (const content of contents) expect(content.match(/\bq\b/g)).toHaveLength(1);
    for (const { text } of pages) {
      const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(text)!;
      for (const side of [Number(width), Number(height)]) {
        expect(side).toBeGreaterThan(3);
        expect(side).toBeLessThan(14400);
      }
    }
  });

  test("6.1.13 a long title makes no string of more than 32767 bytes", async () => {
    const { objects } = readObjects(await writePdf([], { title: "a".repeat(100_000) }));
    const [, hex] = /\/Title <(\w+)>/.exec(findObject(objects, "/Producer").text)!;
    expect(hex!.length / 2).toBeLessThan(32768);
  });
});

describe("6.2 Graphics", () => {
  test("6.2.2 pages use defined operators only, and carry their own resources", () => {
    const known = new Set(["q", "Q", "cm", "Do", "BT", "ET", "Tr", "Tf", "Tz", "Tm", "Tj"]);
    for (const [index, content] of contents.entries()) {
      const operators = content
        .replaceAll(/<\w+>/g, "")
        .split(/\s+/)
        .filter((token) => /^[A-Za-z]/.test(token));
      for (const operator of operators) expect(known).toContain(operator);
      expect(pages[index]!.text).toMatch(
        /\/Resources << \/XObject << \/P \d+ 0 R >> \/Font << \/F \d+ 0 R >> >>/,
      );
    }
  });

  test("6.2.3 the output intent refers to the one profile, of three components", () => {
    expect(catalog.text.match(/\/S \/GTS_PDFA1/g)).toHaveLength(1);
    expect(catalog.text).toContain("/OutputConditionIdentifier (sRGB)");
    expect(followStream(objects, catalog, "DestOutputProfile")).toEqual(Buffer.from(srgbProfile()));
    const number = Number(/\/DestOutputProfile (\d+) 0 R/.exec(catalog.text)![1]);
    expect(objects[number - 1]!.text).toContain("/N 3");
  });

  test("6.2.4.3 the color spaces are RGB and gray, which the output intent defines", () => {
    const spaces = images.map(({ text }) => /\/ColorSpace (\S+)/.exec(text)![1]);
    expect(spaces).toEqual(["/DeviceRGB", "/DeviceGray", "/DeviceGray"]);
    expect(syntax).not.toMatch(/DeviceCMYK|Separation|DeviceN/);
  });

  test("6.2.5, 6.2.6 and 6.2.10 there are no graphics states, rendering intents or transparency", () => {
    expect(syntax).not.toMatch(/\/(ExtGState|Intent|Group|SMask|Mask|BM|CA|ca)\b/);
  });

  test("6.2.8 images have no alternates and no interpolation, and 1 or 8 bits", () => {
    expect(syntax).not.toMatch(/\/(Alternates|OPI|Interpolate)\b/);
    const bits = images.map(({ text }) => /\/BitsPerComponent (\d+)/.exec(text)![1]);
    expect(bits).toEqual(["8", "8", "1"]);
  });

  test("6.2.9 there are no form or PostScript XObjects", () => {
    expect(syntax).not.toMatch(/\/Subtype \/(Form|PS)\b/);
  });

  test("6.2.11.2 the font and its descendant have type, subtype and one name", () => {
    for (const { text } of [font, descendant]) {
      expect(text).toContain("/Type /Font ");
      expect(text).toContain("/BaseFont /Invisible");
    }
    expect(descriptor.text).toContain("/FontName /Invisible");
  });

  test("6.2.11.3.1 the encoding is Identity-H", () => {
    expect(font.text).toContain("/Encoding /Identity-H");
  });

  test("6.2.11.3.2 the font has a map from character to glyph", () => {
    expect(descendant.text).toContain("/CIDToGIDMap /Identity");
  });

  test("6.2.11.3.3 the only embedded CMap refers to no other", () => {
    expect(toUnicode).not.toContain("usecmap");
  });

  test("6.2.11.4.1 the font program is embedded and has a glyph for every code", () => {
    const directory = tableDirectory(program);
    const glyphs = program.readUInt16BE(directory.get("maxp")!.offset + 4);
    for (const code of shownCodes) expect(Number.parseInt(code, 16)).toBeLessThan(glyphs);
    expect(syntax).not.toContain("/CIDSet");
  });

  test("6.2.11.5 the widths in the font program are those in the font dictionary", () => {
    const directory = tableDirectory(program);
    expect(program.readUInt16BE(directory.get("head")!.offset + 18)).toBe(1000);
    expect(program.readUInt16BE(directory.get("hhea")!.offset + 34)).toBe(1);
    const width = program.readUInt16BE(directory.get("hmtx")!.offset);
    expect(descendant.text).toContain(`/DW ${width} `);
    expect(descendant.text).not.toMatch(/\/W /);
  });

  test("6.2.11.7.2 every code that is shown has its Unicode text, and none is 0, FEFF or FFFE", () => {
    expect(shownCodes.length).toBeGreaterThan(40);
    for (const code of shownCodes)
      expect(mapping.get(code)).toMatch(/^(\w{4}|D[89AB]\w\wD[C-F]\w\w)$/);
    for (const text of mapping.values()) expect(text).not.toMatch(/^(0000|FEFF|FFFE)$/);
  });

  test("6.2.11.8 no text refers to the .notdef glyph", () => {
    expect(shownCodes).not.toContain("0000");
  });
});

test("6.3, 6.4 and 6.5 there are no annotations, forms or actions", () => {
  expect(syntax).not.toMatch(/\/(Annots|AcroForm|AA|A|OpenAction|Names|NeedsRendering)\b/);
});

describe("6.6 Metadata", () => {
  test("6.6.2.1 the catalog refers to an XMP packet that is well-formed UTF-8", () => {
    const metadata = findObject(objects, "/Type /Metadata /Subtype /XML");
    expect(catalog.text).toContain(`/Metadata ${objects.indexOf(metadata) + 1} 0 R`);
    expect(metadata.text).not.toContain("/Filter");
    expect(new TextDecoder("utf-8", { fatal: true }).decode(metadata.stream)).toBeTruthy();
    expect(XMLValidator.validate(xmp)).toBe(true);
    const [header] = /<\?xpacket begin.*?\?>/.exec(xmp)!;
    expect(header).not.toMatch(/bytes|encoding/);
  });

  test("6.6.2.3.1 the properties are those of predefined schemas, with their types", () => {
    const description = readXmp();
    expect(
      Object.keys(description)
        .filter((key) => !key.startsWith("@"))
        .sort(),
    ).toEqual([
      "dc:format",
      "dc:language",
      "dc:title",
      "pdf:Producer",
      "pdfaid:conformance",
      "pdfaid:part",
      "xmp:CreateDate",
      "xmp:CreatorTool",
      "xmp:ModifyDate",
    ]);
    expect(description["dc:title"]["rdf:Alt"]["rdf:li"]).toEqual({
      "@xml:lang": "x-default",
      "#text": "Letter & <more> \u{1F600}",
    });
    expect(description["dc:language"]["rdf:Bag"]["rdf:li"]).toBe("en");
  });

  test("6.6.3 the metadata say the same as the document information dictionary", () => {
    const info = findObject(objects, "/CreationDate").text;
    expect(info).toContain("/CreationDate (D:20261122103045Z) /ModDate (D:20261122103045Z)");
    expect(info).toContain("/Creator (Scanhook) /Producer (Scanhook)");
    expect(readXmp()).toMatchObject({
      "pdf:Producer": "Scanhook",
      "xmp:CreatorTool": "Scanhook",
      "xmp:CreateDate": "2026-11-22T10:30:45Z",
      "xmp:ModifyDate": "2026-11-22T10:30:45Z",
    });
  });

  test("6.6.4 the file says that it is PDF/A-2 of level U", () => {
    const description = readXmp();
    expect(description["pdfaid:part"]).toBe("2");
    expect(description["pdfaid:conformance"]).toBe("U");
    expect(description["@xmlns:pdfaid"]).toBe("http://www.aiim.org/pdfa/ns/id/");
  });
});

test("6.7 the file does not claim to be tagged", () => {
  expect(syntax).not.toMatch(/\/(MarkInfo|StructTreeRoot)\b/);
  expect(catalog.text).toContain("/Lang <FEFF0065006E>");
});

test("6.8 to 6.11 there are no embedded files, layers, presentations or requirements", () => {
  expect(syntax).not.toMatch(
    /\/(EF|EmbeddedFiles|OCProperties|AlternatePresentations|PresSteps|Requirements)\b/,
  );
});

function readXmp() {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: "@",
    parseTagValue: false,
  });
  return parser.parse(xmp)["x:xmpmeta"]["rdf:RDF"]["rdf:Description"];
}

/** Reads where the tables of a TrueType font are. */
function tableDirectory(font: Buffer): Map<string, { offset: number; length: number }> {
  return new Map(
    Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
      const entry = 12 + index * 16;
      const place = { offset: font.readUInt32BE(entry + 8), length: font.readUInt32BE(entry + 12) };
      return [font.toString("latin1", entry, entry + 4), place] as const;
    }),
  );
}
