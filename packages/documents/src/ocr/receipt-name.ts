import type { ReceiptName } from "../geometry/page-size.ts";
import type { Word } from "./word.ts";

/**
 * The number of characters that fit beside each other on a receipt, between those of the two rolls:
 * printers print letters of 1.5 mm (font A of ESC/POS at 203 dpi), so that 38 would fill the width
 * of 57 mm, and 53 that of 80 mm.
 */
const charactersBetween = 45;
/** The minimum number of characters from which the width of one is known. */
const minCharacters = 40;

/**
 * Returns the roll that a receipt was printed on, by the size of its letters. `width` is that of
 * the receipt in the pixels of the words. Returns undefined with too few letters.
 */
export function findReceiptName(
  words: readonly Pick<Word, "text" | "box">[],
  width: number,
): ReceiptName | undefined {
  const count = words.reduce((sum, { text }) => sum + [...text].length, 0);
  if (count < minCharacters) return undefined;
  const lettersWidth = words.reduce((sum, { box }) => sum + box.width, 0);
  return (width * count) / lettersWidth < charactersBetween ? "receipt-57" : "receipt-80";
}
