import type { CodeFormat } from "./formats.ts";

/** What zxing-wasm says about one code, as far as its text depends on it. */
export type Decoded = {
  format: CodeFormat;
  bytes: Uint8Array;
  text: string;
  contentType: number;
  hasECI: boolean;
  /** JSON with details of some formats. */
  extra: string;
};

/** Numbers of zxing-cpp's `ContentType`. */
const contentTypes = { binary: 1, gs1: 3, unknownEci: 5 } as const;

/** Whether the code declares GS1 content. */
export function isGs1({ contentType }: { contentType: number }): boolean {
  return contentType === contentTypes.gs1;
}

/**
 * The text and bytes of a code. Retail codes give the digits of their own symbol (GS1 General Specifications 5.2).
 * Other codes: text when the bytes are text in the code's own encoding (an ECI, Kanji mode, UTF-8, Latin-1 as
 * ISO/IEC 18004, 16022, 24778 and 15438 have it), else each byte as the Latin-1 character of that number.
 */
export function toContent(decoded: Decoded): { content: string; bytes: Uint8Array } {
  const digits = toRetailDigits(decoded);
  if (digits !== undefined) return { content: digits, bytes: new TextEncoder().encode(digits) };
  const hibc = toHibc(decoded);
  if (hibc !== undefined) return { content: hibc, bytes: new TextEncoder().encode(hibc) };
  return { content: toText(decoded), bytes: decoded.bytes };
}

/** zxing-cpp reports UPC codes as the EAN-13 they stand for. */
function toRetailDigits({ format, text, extra }: Decoded): string | undefined {
  if (format === "upca") return text.length === 13 && text[0] === "0" ? text.slice(1) : text;
  if (format !== "upce") return undefined;
  const printed: unknown = extra === "" ? undefined : JSON.parse(extra).UPCE;
  return typeof printed === "string" ? printed : text;
}

/**
 * HIBC labels (ANSI/HIBC 2.6) are plain Code 39 that starts with "+" and ends with a modulo 43 check character. "+A" in
 * full-ASCII Code 39 is "a", which is what zxing-cpp takes it for.
 */
function toHibc({ format, text }: Decoded): string | undefined {
  if (format !== "code39" || !/^[a-z][A-Z0-9]{3}[0-9A-Z\-. $/+%]+$/.test(text)) return undefined;
  const plain = `+${text.toUpperCase()}`;
  const values = Array.from(plain, (character) => code39Characters.indexOf(character));
  const check = values.pop();
  return values.reduce((sum, value) => sum + value, 0) % 43 === check ? plain : undefined;
}

const code39Characters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%";

function toText({ format, bytes, text, contentType, hasECI }: Decoded): string {
  if (contentType === contentTypes.binary || contentType === contentTypes.unknownEci) {
    return decodeLatin1(bytes);
  }
  const utf8 = decodeUtf8(bytes);
  if (hasECI) return isDamaged(text) && text !== utf8 ? decodeLatin1(bytes) : text;
  if (utf8 !== undefined) return utf8;
  const latin1 = decodeLatin1(bytes);
  if (text === latin1 || !qrFamily.has(format) || isDamaged(text)) return latin1;
  // What is left is Kanji or Hanzi mode, or a guess of Shift JIS at bytes that may as well be Latin-1: "5°C", "«oui»".
  return isShiftJis(text, bytes) && !looksJapanese(bytes) ? latin1 : text;
}

const qrFamily = new Set<CodeFormat>(["qr", "microqr", "rmqr"]);

/** A character that could not be decoded, or nothing at all. */
function isDamaged(text: string): boolean {
  return text === "" || text.includes("\uFFFD");
}

function decodeLatin1(bytes: Uint8Array): string {
  // Not TextDecoder("latin1"), which is windows-1252 everywhere (WHATWG Encoding) and loses 0x80–0x9F.
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function isShiftJis(text: string, bytes: Uint8Array): boolean {
  try {
    const decoded = new TextDecoder("shift_jis", { fatal: true }).decode(bytes);
    return withoutControls(decoded) === withoutControls(text);
  } catch {
    return false;
  }
}

/** The Shift JIS of ICU, and so of Node, exchanges 0x1A, 0x1C and 0x7F for one another. */
function withoutControls(text: string): string {
  return text.replace(/\p{Cc}/gu, "");
}

/**
 * Kana and common kanji start with 0x81–0x97 in Shift JIS, where Latin-1 has C1 controls that no text holds. Half-width
 * kana are Latin-1 letters and signs, but three of those in a row are no word of a language written in Latin-1.
 */
function looksJapanese(bytes: Uint8Array): boolean {
  let run = 0;
  for (const byte of bytes) {
    if (byte >= 0x81 && byte <= 0x97) return true;
    run = byte >= 0xa6 && byte <= 0xdf ? run + 1 : 0;
    if (run === 3) return true;
  }
  return false;
}
