/** The size of a page in millimeters, as the page lies: wider than high if it lies on its side. */
export type PageSize = { width: number; height: number; name: PageSizeName };

/** `guess` is a page of no known size. */
export type PageSizeName = SheetName | ReceiptName | "guess";
type SheetName = "A4" | "A5" | "Letter" | "Legal" | "card";

/** A receipt from a roll of this width in millimeters, as long as its ratio says. */
export type ReceiptName = "receipt-80" | "receipt-57";

/** Short and long side: ISO 216, ANSI Y14.1 and, for cards, ID-1 of ISO/IEC 7810. */
const sides: Record<SheetName, readonly [number, number]> = {
  A4: [210, 297],
  A5: [148, 210],
  Letter: [215.9, 279.4],
  Legal: [215.9, 355.6],
  card: [53.98, 85.6],
};

/** Sizes that are recognized by their ratio. Others are chosen by hand: A5 has the ratio of A4. */
const recognizedNames = ["A4", "Letter"] as const;

const rollWidths: Record<ReceiptName, number> = { "receipt-80": 80, "receipt-57": 57 };

/** The minimum ratio of a page that is taken for a receipt. That of Legal is 1.65. */
const minReceiptRatio = 1.7;

/** The maximum difference of an estimated ratio from that of a size, as a natural logarithm. */
const tolerance = 0.04;

/**
 * Returns the size of a page from its width over its height. A size that was chosen keeps its sides
 * and lies as the page does. Else a ratio near that of A4 or Letter becomes that size, a narrow
 * page is a receipt from a roll of 80 mm, and the longest side of any other page is taken to
 * measure 297 mm.
 */
export function choosePageSize(aspect: number, chosen?: Exclude<PageSizeName, "guess">): PageSize {
  const ratio = Math.max(aspect, 1 / aspect);
  const name = chosen ?? recognize(ratio);
  if (!name) return guessPageSize(aspect);
  const [short, long] = isReceipt(name)
    ? [rollWidths[name], rollWidths[name] * ratio]
    : sides[name];
  return aspect > 1 ? { width: long, height: short, name } : { width: short, height: long, name };
}

/** Whether a page of this size is a receipt, whose width is that of its roll. */
export function isReceipt(name: PageSizeName): name is ReceiptName {
  return Object.hasOwn(rollWidths, name);
}

function recognize(ratio: number): SheetName | ReceiptName | undefined {
  const distance = (name: SheetName) =>
    Math.abs(Math.log((ratio * sides[name][0]) / sides[name][1]));
  const nearest = distance("A4") < distance("Letter") ? recognizedNames[0] : recognizedNames[1];
  if (distance(nearest) <= tolerance) return nearest;
  return ratio >= minReceiptRatio ? "receipt-80" : undefined;
}

/**
 * Returns the size of a picture that shows more than a page, or something else: its longest side is
 * taken to measure 297 mm. Its ratio says nothing, since that of most cameras is 4 to 3, near that
 * of Letter.
 */
export function guessPageSize(aspect: number): PageSize {
  const [width, height] = aspect > 1 ? [297, 297 / aspect] : [297 * aspect, 297];
  return { width, height, name: "guess" };
}
