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

/** The width of letters that Helvetica lacks: Greek and Cyrillic ones are about as wide. */
const otherWidth = 650;
/** The width of Chinese, Japanese and Korean letters, which fill a square. */
const squareWidth = 1000;
const squareLetters = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/** Returns the width of a text in Helvetica of size 1. Letters outside ASCII are estimated. */
export function measureText(text: string): number {
  const sum = Array.from(text.normalize("NFC")).reduce((total, character) => {
    // An accent does not widen its letter.
    const base = character.normalize("NFD").codePointAt(0)!;
    const known = widths[base - 32];
    return total + (known ?? (squareLetters.test(character) ? squareWidth : otherWidth));
  }, 0);
  return sum / 1000;
}

/** Breaks a text at spaces into lines of at most `width`, in multiples of the font size. */
export function breakLines(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.trim().split(/\s+/)) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && measureText(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
