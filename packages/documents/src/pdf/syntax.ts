/** The forms that values have in a PDF file (ISO 32000-1, 7.3). */

/** Formats a number, to a thousandth and never in exponential notation, which PDF does not know. */
export function number(value: number): string {
  return String(Number(value.toFixed(3)) || 0);
}

/** Formats a text as a string of UTF-16 with a byte order mark (ISO 32000-1, 7.9.2.2). */
export function textString(text: string): string {
  return `<FEFF${utf16Hex(text)}>`;
}

/** Returns the UTF-16 code units of a text as four hexadecimal digits each. */
export function utf16Hex(text: string): string {
  let hex = "";
  for (let index = 0; index < text.length; index++) hex += hex4(text.charCodeAt(index));
  return hex;
}

/** Formats a number up to 65535 as four hexadecimal digits. */
export function hex4(value: number): string {
  return value.toString(16).toUpperCase().padStart(4, "0");
}

/** Formats bytes as a hexadecimal string (ISO 32000-1, 7.3.4.3). */
export function hexString(bytes: Uint8Array): string {
  return `<${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}>`;
}

/** Formats a date in UTC, to the second (ISO 32000-1, 7.9.4). */
export function dateString(date: Date): string {
  return `(D:${date.toISOString().slice(0, 19).replaceAll(/\D/g, "")}Z)`;
}

/** Converts a text, all of whose characters are below U+0100, to one byte per character. */
export function latin1(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
