import { type CharacterCodes, createCharacterCodes } from "./character-codes.ts";
import { deflate } from "./deflate.ts";
import { encodeG4 } from "./g4/encode-g4.ts";
import { invisibleFont, metrics } from "./invisible-font.ts";
import { cleanTitle, type PdfInfo, producer, xmpPacket } from "./metadata.ts";
import { createObjectFile, type ObjectFile, type ObjectNumber } from "./object-file.ts";
import { srgbProfile } from "./srgb-profile.ts";
import { dateString, latin1, number, textString } from "./syntax.ts";
import { type PdfWord, textLayer } from "./text-layer.ts";

/** A page that is one picture, with the words that were read on it. */
export type PdfPage = {
  /** Millimeters, from 2 to 5000 in each direction. */
  size: { width: number; height: number };
  image: PdfImage;
  words: PdfWord[];
};

/** The picture of a page. Its sides are in pixels. */
export type PdfImage =
  /** A JPEG file, which is taken as it is: gray (one component) or color (three). */
  | { kind: "jpeg"; bytes: Uint8Array; width: number; height: number; components: 1 | 3 }
  /**
   * Rows from the top, each padded to whole bytes, the first pixel in the high bit, 1 for black.
   */
  | { kind: "bits"; bytes: Uint8Array; width: number; height: number };

/** Takes the pages of a document one after another. Each call has to be awaited before the next. */
export type PdfWriter = {
  addPage(page: PdfPage): Promise<void>;
  /** Writes the rest of the file. Nothing can be added after it. */
  finish(): Promise<void>;
};

/**
 * Starts a PDF/A-2u file (ISO 19005-2) whose pages are pictures with invisible text over them. The
 * bytes of the file go to `write` in order, and every call of it is awaited; the writer keeps no
 * page. `id` is the 16 bytes of the file identifier. Fails only if `write` does.
 */
export function createPdfWriter(
  info: PdfInfo,
  write: (bytes: Uint8Array) => void | Promise<void>,
  id: Uint8Array = crypto.getRandomValues(new Uint8Array(16)),
): PdfWriter {
  const file = createObjectFile(write);
  const codes = createCharacterCodes();
  const pages: ObjectNumber[] = [];
  const [pageTree, font] = [file.reserve(), file.reserve()];

  return {
    async addPage({ size, image, words }) {
      const [width, height] = [toPoints(size.width), toPoints(size.height)];
      const picture = await addImage(file, image);
      const scale = { x: width / image.width, y: height / image.height, pageHeight: height };
      const content = `q ${number(width)} 0 0 ${number(height)} 0 0 cm /P Do Q\n${textLayer(words, scale, codes)}`;
      const contents = await addDeflated(file, "", latin1(content));
      pages.push(
        await file.add(
          `<< /Type /Page /Parent ${pageTree} 0 R /MediaBox [0 0 ${number(width)} ${number(height)}] ` +
            `/Resources << /XObject << /P ${picture} 0 R >> /Font << /F ${font} 0 R >> >> ` +
            `/Contents ${contents} 0 R >>`,
        ),
      );
    },
    async finish() {
      const kids = pages.map((page) => `${page} 0 R`).join(" ");
      await file.add(`<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`, pageTree);
      await addFont(file, font, codes);
      const title = cleanTitle(info.title);
      const metadata = await file.addStream(
        "/Type /Metadata /Subtype /XML",
        xmpPacket({ ...info, title }),
      );
      const profile = await addDeflated(file, "/N 3", srgbProfile());
      const language = info.language ? ` /Lang ${textString(info.language)}` : "";
      const root = await file.add(
        `<< /Type /Catalog /Pages ${pageTree} 0 R /Metadata ${metadata} 0 R${language} ` +
          "/ViewerPreferences << /DisplayDocTitle true >> /OutputIntents [<< /Type /OutputIntent " +
          `/S /GTS_PDFA1 /OutputConditionIdentifier (sRGB) /Info (sRGB) /DestOutputProfile ${profile} 0 R >>] >>`,
      );
      const date = dateString(info.date);
      const dictionary = await file.add(
        `<< /Title ${textString(title)} /Creator (${producer}) /Producer (${producer}) ` +
          `/CreationDate ${date} /ModDate ${date} >>`,
      );
      await file.finish({ root, info: dictionary, id });
    },
  };
}

/** Converts millimeters to points. */
const toPoints = (millimeters: number) => (millimeters / 25.4) * 72;

function addImage(file: ObjectFile, image: PdfImage): Promise<ObjectNumber> {
  const { width, height } = image;
  const entries = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height}`;
  if (image.kind === "jpeg") {
    const space = image.components === 3 ? "/DeviceRGB" : "/DeviceGray";
    return file.addStream(
      `${entries} /ColorSpace ${space} /BitsPerComponent 8 /Filter /DCTDecode`,
      image.bytes,
    );
  }
  return file.addStream(
    `${entries} /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /CCITTFaxDecode ` +
      `/DecodeParms << /K -1 /Columns ${width} /Rows ${height} >>`,
    encodeG4(image.bytes, width, height),
  );
}

/**
 * Adds the font of the invisible text: a composite font whose codes are those of `codes` (ISO
 * 32000-1, 9.7).
 */
async function addFont(file: ObjectFile, font: ObjectNumber, codes: CharacterCodes): Promise<void> {
  const program = invisibleFont(codes.size() + 1);
  const fontFile = await addDeflated(file, `/Length1 ${program.length}`, program);
  const { width, ascent, descent } = metrics;
  const descriptor = await file.add(
    `<< /Type /FontDescriptor /FontName /Invisible /Flags 5 /FontBBox [0 ${descent} ${width} ${ascent}] ` +
      `/ItalicAngle 0 /Ascent ${ascent} /Descent ${descent} /CapHeight ${ascent} /StemV 80 ` +
      `/FontFile2 ${fontFile} 0 R >>`,
  );
  const descendant = await file.add(
    "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Invisible " +
      "/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> " +
      `/FontDescriptor ${descriptor} 0 R /DW ${width} /CIDToGIDMap /Identity >>`,
  );
  const toUnicode = await addDeflated(file, "", latin1(codes.toUnicode()));
  await file.add(
    "<< /Type /Font /Subtype /Type0 /BaseFont /Invisible /Encoding /Identity-H " +
      `/DescendantFonts [${descendant} 0 R] /ToUnicode ${toUnicode} 0 R >>`,
    font,
  );
}

async function addDeflated(
  file: ObjectFile,
  entries: string,
  data: Uint8Array<ArrayBuffer>,
): Promise<ObjectNumber> {
  return file.addStream(`${entries} /Filter /FlateDecode`, await deflate(data));
}
