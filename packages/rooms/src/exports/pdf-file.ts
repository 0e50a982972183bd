import { zlibSync } from "fflate";

/** Formats a number with at most five decimal places and without an exponent. */
export const formatNumber = (value: number): string =>
  `${Number(value.toFixed(5)) || 0}`.replace(/^(-?\d+)e-\d+$/, "0");

/** Formats a text string in UTF-16 with a byte order mark (ISO 32000-1, 7.9.2.2). */
export const formatTextString = (text: string): string => `<feff${toUtf16(text)}>`;

/** Returns the UTF-16 code units of a text in hexadecimal digits. */
export function toUtf16(text: string): string {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  return units.map((unit) => unit.toString(16).padStart(4, "0")).join("");
}

/** Returns a compressed stream with further entries of its dictionary. */
export function formatStream(bytes: Uint8Array, entries = ""): string {
  const packed = toLatin1(zlibSync(bytes));
  return `<< /Length ${packed.length} /Filter /FlateDecode ${entries}>>\nstream\n${packed}\nendstream`;
}

/** Returns bytes as characters of the same codes. */
function toLatin1(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

/**
 * Returns a file of objects, numbered from 1, with their cross-reference table. Each character is a
 * byte. The first object is the catalog, and the last is the document information.
 */
export function writePdfFile(objects: readonly string[]): Uint8Array<ArrayBuffer> {
  let file = "%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n";
  const offsets = objects.map((body, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const size = objects.length + 1;
  const start = file.length;
  file +=
    `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join("")}` +
    `trailer\n<< /Size ${size} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Uint8Array.from(file, (character) => character.charCodeAt(0));
}
