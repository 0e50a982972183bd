/** Bytes ↔ text as records carry it. Bytes that are no text become U+FFFD; nothing is trimmed, a leading BOM stays. */
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
const utf16be = new TextDecoder("utf-16be");
const utf16le = new TextDecoder("utf-16le");
const encoder = new TextEncoder();

/** Short ASCII, such as a type or a language, is quicker without the decoder. */
export function fromUtf8(bytes: Uint8Array): string {
  if (bytes.length > 24) return utf8.decode(bytes);
  let text = "";
  for (const byte of bytes) {
    if (byte > 0x7f) return utf8.decode(bytes);
    text += String.fromCharCode(byte);
  }
  return text;
}

/** Big endian unless a byte order mark says otherwise (RTD Text 1.0, 3.4); the mark is not part of the text. */
export function fromUtf16(bytes: Uint8Array): string {
  return (bytes[0] === 0xff && bytes[1] === 0xfe ? utf16le : utf16be).decode(bytes);
}

export function toUtf8(text: string): Uint8Array {
  return encoder.encode(text);
}
