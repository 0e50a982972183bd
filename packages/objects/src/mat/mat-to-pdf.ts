import { zlibSync } from "fflate";
import { drawMat } from "./draw-mat.ts";
import type { Mat } from "./mat.ts";
import { patternGray } from "./print-mat.ts";
import type { Rectangle } from "./rectangle.ts";

/**
 * Returns the mat as a PDF file (ISO 32000-1) of one page with vectors, which asks viewers to print
 * it without scaling.
 */
export function matToPdf(mat: Mat): Uint8Array<ArrayBuffer> {
  const { width, height } = mat;
  const { gray, ink } = drawMat(mat);
  // All that follows is in millimeters from the middle of the page.
  const place = `${points(1)} 0 0 ${points(1)} ${points(width / 2)} ${points(height / 2)} cm`;
  const content = `${place}\n${patternGray} g\n${draw(gray)}f\n0 g\n${draw(ink)}f\n`;
  const packed = zlibSync(toBytes(content), { level: 9 });
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${points(width)} ${points(height)}] `;
  return writeFile([
    "<< /Type /Catalog /Pages 2 0 R /Lang (en) /ViewerPreferences << /DisplayDocTitle true /PrintScaling /None >> >>",
    "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
    `${page}/Contents 4 0 R /Resources << >> >>`,
    `<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n${toText(packed)}\nendstream`,
    "<< /Title (Mat for scanning objects) /Producer (Scanhook) >>",
  ]);
}

const draw = (shapes: readonly Rectangle[]) =>
  shapes
    .map(({ x, y, width, height }) => `${[x, y, width, height].map(number).join(" ")} re\n`)
    .join("");

/** Writes a number with four digits after the point, without an exponent. */
const number = (value: number) => `${Number(value.toFixed(4)) || 0}`;
/** Writes a length in millimeters in points. */
const points = (millimeters: number) => number((millimeters * 72) / 25.4);

/**
 * Writes objects, numbered from 1, with their table. The first is the catalog, the last the
 * information.
 */
function writeFile(objects: readonly string[]): Uint8Array<ArrayBuffer> {
  let file = "%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n";
  const offsets = objects.map((body, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const start = file.length;
  const trailer = `<< /Size ${objects.length + 1} /Root 1 0 R /Info ${objects.length} 0 R >>`;
  const table = `0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`;
  return toBytes(`${file}xref\n${table}trailer\n${trailer}\nstartxref\n${start}\n%%EOF\n`);
}

/** One byte a character. */
const toBytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const toText = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
