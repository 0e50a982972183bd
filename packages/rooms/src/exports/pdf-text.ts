/**
 * The codes of the characters of WinAnsiEncoding that are not in Latin 1 (ISO 32000-1, annex D.2).
 */
const winAnsi: Record<string, number> = {
  "€": 0x80,
  "‚": 0x82,
  ƒ: 0x83,
  "„": 0x84,
  "…": 0x85,
  "†": 0x86,
  "‡": 0x87,
  ˆ: 0x88,
  "‰": 0x89,
  Š: 0x8a,
  "‹": 0x8b,
  Œ: 0x8c,
  Ž: 0x8e,
  "‘": 0x91,
  "’": 0x92,
  "“": 0x93,
  "”": 0x94,
  "•": 0x95,
  "–": 0x96,
  "—": 0x97,
  "˜": 0x98,
  "™": 0x99,
  š: 0x9a,
  "›": 0x9b,
  œ: 0x9c,
  ž: 0x9e,
  Ÿ: 0x9f,
};
/** Replacements for signs of lengths that WinAnsiEncoding lacks. */
const replacements: Record<string, string> = { "′": "'", "″": '"', "−": "-" };

/**
 * Returns the codes of a text in WinAnsiEncoding. Characters outside this encoding become question
 * marks.
 */
export function toWinAnsi(text: string): number[] {
  return Array.from(text.normalize("NFC"), (character) => {
    const encodable = replacements[character] ?? character;
    const code = encodable.codePointAt(0)!;
    const isLatin = (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff);
    return winAnsi[encodable] ?? (isLatin ? code : 0x3f);
  });
}

/**
 * The widths of the characters 32 to 126 of Helvetica, in thousandths of the size (Adobe's metrics
 * of the 14 standard fonts).
 */
const widths = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
  556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
  611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
  667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
  222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

/**
 * Returns the width of a text in Helvetica of size 1. Characters outside ASCII get the width of
 * most small letters.
 */
export function measureText(codes: readonly number[]): number {
  return codes.reduce((sum, code) => sum + (widths[code - 32] ?? 556), 0) / 1000;
}
