import type { CodeFormat } from "../readings/formats.ts";
import { decodeShiftJis } from "./shift-jis.ts";

/** The part of zxing-wasm's result for a code that its content depends on. */
export type DecodedCode = {
  format: CodeFormat;
  bytes: Uint8Array;
  text: string;
  contentType: number;
  hasECI: boolean;
  /** JSON with details of some formats. */
  extra: string;
};

/** The numbers of zxing-cpp's `ContentType`. */
const contentTypes = { binary: 1, gs1: 3, unknownEci: 5 } as const;

/** Whether the code declares GS1 content. */
export function isGs1({ contentType }: { contentType: number }): boolean {
  return contentType === contentTypes.gs1;
}

/**
 * Returns the text and bytes of a code. Retail codes give the digits of their own symbol (GS1
 * General Specifications 5.2). Other codes give text if the bytes are text in the code's own
 * encoding: a declared character set (ECI), Kanji mode, UTF-8, or Latin-1 as defined by ISO/IEC
 * 18004, 16022, 24778 and 15438. Control characters are text, too. Otherwise each byte becomes the
 * Latin-1 character with its number.
 */
export function decodeContent(decoded: DecodedCode): { content: string; bytes: Uint8Array } {
  const digits = restoreRetailDigits(decoded);
  if (digits !== undefined) return { content: digits, bytes: new TextEncoder().encode(digits) };
  return { content: decodeText(decoded), bytes: decoded.bytes };
}

/** Restores the digits of UPC codes, which zxing-cpp reports as the equivalent EAN-13. */
function restoreRetailDigits({ format, text, extra }: DecodedCode): string | undefined {
  if (format === "upca") return text.length === 13 && text[0] === "0" ? text.slice(1) : text;
  if (format !== "upce") return undefined;
  const printedDigits: unknown = extra === "" ? undefined : JSON.parse(extra).UPCE;
  return typeof printedDigits === "string" ? printedDigits : text;
}

function decodeText({ format, bytes, text, contentType, hasECI }: DecodedCode): string {
  if (contentType === contentTypes.unknownEci) return decodeLatin1(bytes);
  const utf8 = decodeUtf8(bytes);
  // zxing-cpp takes most control characters for a sign of binary data, whatever the code declares.
  if (hasECI) return isDamaged(text) && text !== utf8 ? decodeLatin1(bytes) : text;
  if (utf8 !== undefined) return utf8;
  const latin1 = decodeLatin1(bytes);
  if (!qrFamily.has(format)) return latin1;
  const shiftJis = decodeShiftJis(bytes);
  // zxing-cpp does not tell Kanji mode from bytes, nor text with separators from binary data.
  if (contentType === contentTypes.binary) {
    return looksJapanese(bytes) && bytes.every(isTextByte) ? (shiftJis ?? latin1) : latin1;
  }
  if (text === latin1 || isDamaged(text)) return latin1;
  // The text is from Kanji or Hanzi mode, or zxing-cpp took Latin-1 such as "5°C" or "«oui»" for
  // Shift JIS.
  return text === shiftJis && !looksJapanese(bytes) ? latin1 : text;
}

/** The control characters that occur in text: tab, line ends and the separators of fields. */
const textControls = new Set([0x09, 0x0a, 0x0d, 0x1c, 0x1d, 0x1e, 0x1f]);

function isTextByte(byte: number): boolean {
  return (byte >= 0x20 && byte !== 0x7f) || textControls.has(byte);
}

const qrFamily = new Set<CodeFormat>(["qr", "microqr", "rmqr"]);

/** Whether the text is empty or has a character that could not be decoded. */
function isDamaged(text: string): boolean {
  return text === "" || text.includes("\uFFFD");
}

function decodeLatin1(bytes: Uint8Array): string {
  // TextDecoder("latin1") decodes windows-1252 (WHATWG Encoding), which changes 0x80–0x9F.
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

/** Decodes UTF-8. Returns undefined if the bytes are not valid UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Whether Shift JIS is more likely than Latin-1. In Shift JIS, kana and common kanji start with
 * 0x81–0x97, which are C1 controls in Latin-1 and do not occur in text. Half-width kana are letters
 * and signs in Latin-1, but no language written in Latin-1 has three of them in a row.
 */
function looksJapanese(bytes: Uint8Array): boolean {
  let runLength = 0;
  for (const byte of bytes) {
    if (byte >= 0x81 && byte <= 0x97) return true;
    runLength = byte >= 0xa6 && byte <= 0xdf ? runLength + 1 : 0;
    if (runLength === 3) return true;
  }
  return false;
}
