/**
 * The encodings that a list may have, by their names in the WHATWG Encoding Standard, the likeliest
 * first.
 */
export const listEncodings = [
  "UTF-8",
  "UTF-16LE",
  "UTF-16BE",
  "windows-1252",
  "windows-1250",
  "windows-1251",
  "windows-1253",
  "windows-1254",
  "windows-1257",
  "macintosh",
  "Shift_JIS",
  "EUC-JP",
  "GBK",
  "Big5",
  "EUC-KR",
] as const;

export type ListEncoding = (typeof listEncodings)[number];

/**
 * Decodes the bytes of a list. If no encoding is given, it is guessed: from a byte order mark, else
 * from zero bytes (UTF-16), else UTF-8 if the bytes are valid in it, else the likeliest legacy
 * encoding. Returns undefined for bytes that are invalid in the encoding.
 */
export function decodeList(
  file: Uint8Array,
  encoding: ListEncoding = guessEncoding(file),
): { text: string; encoding: ListEncoding } | undefined {
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(file), encoding };
  } catch {
    return undefined;
  }
}

function guessEncoding(file: Uint8Array): ListEncoding {
  if (file[0] === 0xff && file[1] === 0xfe) return "UTF-16LE";
  if (file[0] === 0xfe && file[1] === 0xff) return "UTF-16BE";
  const utf16 = guessUtf16(file);
  if (utf16) return utf16;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(file);
    return "UTF-8";
  } catch {
    return guessLegacy(takeSample(file));
  }
}

/**
 * Recognizes UTF-16 without a byte order mark: it has line breaks, and zero bytes only at even or
 * only at odd offsets.
 */
function guessUtf16(file: Uint8Array): ListEncoding | undefined {
  const sample = file.subarray(0, 4096);
  const zeros = [0, 0];
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2]! += 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (even + odd === 0 || (even > 0 && odd > 0) || file.length % 2 === 1) return undefined;
  const encoding = odd > 0 ? "UTF-16LE" : "UTF-16BE";
  const text = new TextDecoder(encoding).decode(sample);
  return /[\r\n]/.test(text) && /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\s]*$/u.test(text)
    ? encoding
    : undefined;
}

const sampleBytes = 65_536;

/**
 * Returns the part of the file around its first bytes that are not ASCII, about 64 KiB before and
 * after them. It consists of whole lines, unless they are longer than that.
 */
function takeSample(file: Uint8Array): Uint8Array {
  let firstNonAscii = 0;
  while (file[firstNonAscii]! < 0x80) firstNonAscii += 1;
  const before = file.subarray(Math.max(0, firstNonAscii - sampleBytes), firstNonAscii);
  const start = firstNonAscii - before.length + before.lastIndexOf(0x0a) + 1;
  const sample = file.subarray(start, firstNonAscii + sampleBytes);
  const isWhole = start + sample.length === file.length;
  return isWhole ? sample : sample.subarray(0, sample.lastIndexOf(0x0a) + 1 || sample.length);
}

/**
 * The non-ASCII letters of names in the languages that use each encoding. If several score the
 * same, the first one is chosen.
 */
const latinLetters: readonly (readonly [ListEncoding, string])[] = [
  ["windows-1252", "äöüßéèêëàâçñáíóúåæøãõôîïìòùûœ"],
  ["windows-1254", "çğıİöşüâîû"],
  ["windows-1250", "áéíóúýčďěňřšťůžąćęłńśźżőűöüäôľĺŕđăâîşţß"],
  ["macintosh", "äöüßéèêëàâçñáíóúåæøãõôîïìòùûœ"],
];

function guessLegacy(sample: Uint8Array): ListEncoding {
  if (looksLikeShiftJis(sample)) return "Shift_JIS";
  const bytes = Array.from(sample, (byte) => String.fromCharCode(byte)).join("");
  const nonAsciiWords = bytes.match(
    /(?<![A-Za-z\x80-\xff])[\xa8\xb8\xc0-\xff]{3,}(?![A-Za-z\x80-\xff])/g,
  );
  const mixedPairs = bytes.match(/[A-Za-z][\x80-\xff]|[\x80-\xff][A-Za-z]/g);
  if ((nonAsciiWords?.length ?? 0) > (mixedPairs?.length ?? 0))
    // In windows-1253 these bytes are a small letter and an accented small one. In windows-1251
    // they would be a small letter before a capital.
    return /[\xe0-\xff][\xdc-\xdf]/.test(bytes) ? "windows-1253" : "windows-1251";
  const scores = latinLetters.map(([encoding, letters]) => {
    const text = new TextDecoder(encoding).decode(sample);
    return { encoding, score: scoreLatin(text, new Set(letters)) };
  });
  return scores.reduce((best, each) => (each.score > best.score ? each : best)).encoding;
}

function scoreLatin(text: string, letters: ReadonlySet<string>): number {
  let score = 0;
  for (const { 0: found, index } of text.matchAll(/\P{ASCII}/gu)) {
    const [before = "", after = ""] = [text[index - 1], text[index + 1]];
    const small = found.toLowerCase();
    if (/[\u2010-\u201f\u00a0]/.test(found)) continue;
    const isCapitalInside = small !== found && /\p{Ll}/u.test(before);
    if (!/\p{L}/u.test(found) || isCapitalInside) score -= 3;
    // No language that uses windows-1252 ends a word with “æ”, or has “õ” before a letter other
    // than “e” and “o”.
    else if ((small === "æ" && !/\p{L}/u.test(after)) || (small === "õ" && !/[eo]/i.test(after)))
      score -= 1;
    else score += letters.has(small) || letters.has(found) ? 1 : -1;
  }
  return score;
}

/**
 * Tells whether the bytes look like Shift_JIS: they have kana or ideographs, none of them next to
 * an ASCII letter.
 */
function looksLikeShiftJis(sample: Uint8Array): boolean {
  try {
    const text = new TextDecoder("shift_jis", { fatal: true }).decode(sample);
    const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
    const japaneseCount = count(/[\u3005\u3040-\u30ff\u4e00-\u9fff]/g);
    const strayCount = count(/[\ue000-\uf8ff]|[A-Za-z][\u3040-\u9fff]|[\u3040-\u9fff][A-Za-z]/g);
    const halfWidthCount = count(/[\uff61-\uff9f]/g);
    return japaneseCount >= 2 && strayCount === 0 && japaneseCount >= halfWidthCount;
  } catch {
    return false;
  }
}
