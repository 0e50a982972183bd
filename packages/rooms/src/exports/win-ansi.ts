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

/** Returns the code of a character in WinAnsiEncoding; undefined for one outside this encoding. */
export function toWinAnsi(character: string): number | undefined {
  const encodable = replacements[character] ?? character;
  const code = encodable.codePointAt(0)!;
  const isLatin = (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff);
  return winAnsi[encodable] ?? (isLatin ? code : undefined);
}
