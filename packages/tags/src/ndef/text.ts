// Invalid bytes become U+FFFD, and a leading byte order mark stays part of UTF-8 text.
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
const strictUtf8 = new TextDecoder("utf-8", { fatal: true });
const utf16be = new TextDecoder("utf-16be");
const utf16le = new TextDecoder("utf-16le");
const encoder = new TextEncoder();

/**
 * Decodes UTF-8. Decodes short ASCII, such as a type or a language, without a TextDecoder, which is
 * faster.
 */
export function fromUtf8(bytes: Uint8Array): string {
  if (bytes.length > 24) return utf8.decode(bytes);
  let text = "";
  for (const byte of bytes) {
    if (byte > 0x7f) return utf8.decode(bytes);
    text += String.fromCharCode(byte);
  }
  return text;
}

/**
 * Decodes UTF-8 without its byte order mark. Returns undefined if the bytes are not UTF-8, or hold
 * NUL, as ASCII in UTF-16 and binary data do.
 */
export function fromUtf8Only(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Decodes UTF-16, big endian unless a byte order mark says otherwise (RTD Text 1.0, 3.4). Omits the
 * mark.
 */
export function fromUtf16(bytes: Uint8Array): string {
  return (bytes[0] === 0xff && bytes[1] === 0xfe ? utf16le : utf16be).decode(bytes);
}

/**
 * Decodes text in the character set with this name in the IANA registry. UTF-16 is big endian
 * unless a byte order mark says otherwise (RFC 2781, 4.3). Decodes as UTF-8 if the name is missing,
 * unknown or that of ASCII.
 */
export function fromCharset(bytes: Uint8Array, charset: string | undefined): string {
  const name = charset?.toLowerCase();
  if (name === undefined || /^(us-)?ascii$/.test(name)) return fromUtf8(bytes);
  if (name === "utf-16") return fromUtf16(bytes);
  const decoder = createDecoder(name);
  return decoder === undefined || decoder.encoding === "utf-8"
    ? fromUtf8(bytes)
    : decoder.decode(bytes);
}

function createDecoder(name: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(name);
  } catch {
    return undefined;
  }
}

export function toUtf8(text: string): Uint8Array {
  return encoder.encode(text);
}
