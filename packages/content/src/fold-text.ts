/**
 * Returns a text as a search compares it: in lower case, without diacritics and with the usual
 * widths and signs. `Zoë`, `ZOE` and `Ｚｏｅ` become `zoe`, `Łódź` becomes `lodz`, `Weiß` becomes
 * `weiss`, and `O’Brien` becomes `o'brien` (Unicode Standard Annex #15, NFKD; letters that NFKD
 * keeps whole are in a table). A text that was folded once stays the same.
 */
export function foldText(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase();
  const decomposed = text
    // Normalizing sorts the accents of each letter, which is slow if a letter has thousands.
    .replaceAll(/\p{Mn}/gu, "")
    .normalize("NFKD")
    .replaceAll(/\p{Mn}/gu, "");
  return (
    decomposed
      .toLowerCase()
      // NFKD keeps ß, but its upper case is SS.
      .toUpperCase()
      .toLowerCase()
      .replaceAll(/[æœøłđðħŧþςʼ‘’‐‑‒–—−]/g, (sign) => plainSigns[sign] ?? sign)
      // Composes the letters of Hangul into syllables again.
      .normalize("NFC")
  );
}

const letters = {
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  ħ: "h",
  ŧ: "t",
  þ: "th",
  ς: "σ",
};
const apostrophes = { ʼ: "'", "‘": "'", "’": "'" };
const hyphens = { "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "−": "-" };
const plainSigns: Readonly<Record<string, string>> = { ...letters, ...apostrophes, ...hyphens };
