import sharp from "sharp";

/**
 * An object of a PDF: its value in the syntax of PDF, or a stream with the entries of its
 * dictionary.
 */
export type PdfObject = string | { entries: string; data: Uint8Array | string };

/**
 * Builds a file of numbered objects, the first of which is the catalog, without a cross-reference
 * table.
 */
export function buildPdf(objects: PdfObject[], trailer = ""): Uint8Array {
  const parts = objects.flatMap((object, index) => {
    const head = `\n${index + 1} 0 obj\n`;
    if (typeof object === "string") return [head, object, "\nendobj"];
    const length = Buffer.byteLength(object.data, "latin1");
    const data = typeof object.data === "string" ? Buffer.from(object.data, "latin1") : object.data;
    return [
      head,
      `<< ${object.entries} /Length ${length} >>\nstream\n`,
      data,
      "\nendstream\nendobj",
    ];
  });
  const end = `\ntrailer << /Root 1 0 R ${trailer} >>\n%%EOF\n`;
  const bytes = ["%PDF-1.7\n", ...parts, end].map((part) =>
    typeof part === "string" ? Buffer.from(part, "latin1") : part,
  );
  return new Uint8Array(Buffer.concat(bytes));
}

/**
 * Builds a file of one page, 144 by 72 points, with an image `/I`, from its content and the image.
 */
export function onePage(
  content: string,
  image: PdfObject,
  { page = "", more = [] }: { page?: string; more?: PdfObject[] } = {},
): Uint8Array {
  return buildPdf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 144 72] >>",
    `<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> ${page} >>`,
    { entries: "", data: content },
    image,
    ...more,
  ]);
}

/**
 * Builds a file of pages with these contents, each of 144 by 72 points with the same image `/I`.
 */
export function severalPages(contents: string[], image: PdfObject): Uint8Array {
  const numbers = contents.map((_, index) => 4 + index * 2);
  return buildPdf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Count ${contents.length} /Kids [${numbers.map((number) => `${number} 0 R`).join(" ")}] /MediaBox [0 0 144 72] >>`,
    image,
    ...contents.flatMap((content, index): PdfObject[] => [
      `<< /Type /Page /Parent 2 0 R /Contents ${numbers[index]! + 1} 0 R /Resources << /XObject << /I 3 0 R >> >> >>`,
      { entries: "", data: content },
    ]),
  ]);
}

/** The content that shows the image over the whole page. */
export const wholePage = "q 144 0 0 72 0 0 cm /I Do Q";

/** An image of samples as an image editor compresses them for PNG. */
export async function pngImage(
  pixels: Uint8Array,
  size: { width: number; height: number; channels: 1 | 3 },
  entries = "",
): Promise<PdfObject> {
  const image = sharp(pixels, { raw: size });
  const gray = size.channels === 1;
  const png = await (gray ? image.toColorspace("b-w") : image)
    .png({ adaptiveFiltering: true, palette: false })
    .toBuffer();
  const space = gray ? "/DeviceGray" : "/DeviceRGB";
  const { width, height, channels } = size;
  return {
    entries:
      `/Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8 /ColorSpace ${space} ` +
      `/Filter /FlateDecode /DecodeParms << /Predictor 15 /Colors ${channels} /Columns ${width} >> ${entries}`,
    data: compressedData(png),
  };
}

/** Joins the IDAT chunks of a PNG file. */
function compressedData(png: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const data = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") chunks.push(data);
  }
  return Buffer.concat(chunks);
}

/** A picture of raw samples. `entries` begin with its color space, or with `/ImageMask`. */
export function rawImage(
  width: number,
  height: number,
  bits: number,
  entries: string,
  data: Uint8Array | string,
): PdfObject {
  const space = entries.startsWith("/ImageMask") ? "" : "/ColorSpace ";
  return {
    entries: `/Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent ${bits} ${space}${entries}`,
    data,
  };
}
