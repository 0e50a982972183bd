import { say } from "../texts/exact-message.ts";
import { findAmbiguity, maxQuantity } from "./quantity.ts";

export type DecimalSign = "." | ",";

/** Words for the unit of things that are counted in pieces, which have no unit. */
const pieces = new Set(
  "pc, pcs, piece, pieces, ea, each, unit, units, item, items, stk, stück, st, pièce, pièces, pieza, piezas, pezzo, pezzi, stuk, stuks"
    .split(", ")
    .flatMap((word) => [word, `${word}.`]),
);

/** Tells whether a unit is a word for pieces. */
export function isPieces(unit: string): boolean {
  return pieces.has(unit.toLowerCase());
}

/**
 * Parses a quantity of a list into thousandths of the unit: digits with a decimal point or comma,
 * separators of thousands, a sign, and the unit or a word for pieces after it, such as `1,250.5`,
 * `1.250,5`, `-3`, `2 kg` or `5 pcs`. `decimalSign` is that of the column. Without it, `1.250` has
 * a decimal point, and nobody knows what the comma of `1,250` separates. Returns the reason as the
 * end of a sentence for a text that is no such quantity, has more than three decimals or is too
 * large.
 */
export function parseListQuantity(
  text: string,
  unit = "",
  decimalSign?: DecimalSign,
): number | string {
  const shown = { text: text.slice(0, 40) };
  const { sign, digits, suffix } = splitText(text);
  const parts = digits === "" ? undefined : splitNumber(digits, decimalSign);
  if (parts === undefined) return say("value-no-number", shown);
  const isCounted = unit === "" || isPieces(unit);
  const isKnown = isCounted && isPieces(suffix);
  if (suffix !== "" && suffix.toLowerCase() !== unit.toLowerCase() && !isKnown) {
    if (!isUnitWord(suffix)) return say("value-no-number", shown);
    return isCounted
      ? say("value-has-unit", shown)
      : say("value-in-other-unit", { ...shown, unit });
  }
  if (parts === "ambiguous")
    return say("value-ambiguous", { ...shown, problem: `${findAmbiguity(digits)}` });
  const decimals = parts.decimals.replace(/0+$/, "");
  if (decimals.length > 3) return say("value-decimals", shown);
  const quantity = Number(parts.whole) * 1000 + Number(decimals.padEnd(3, "0"));
  if (quantity > maxQuantity) return say("value-too-much", shown);
  return sign === "-" || sign === "−" ? 0 - quantity : quantity;
}

/**
 * Returns the decimal sign that a quantity shows, such as the comma of `2,5`, `1.250,50` and
 * `1.250.000`; undefined for one that does not, such as `12` and `1.250`.
 */
export function readDecimalSign(text: string): DecimalSign | undefined {
  const { digits } = splitText(text);
  if (isUndecided(digits)) return undefined;
  const [, decimal] = /^\d+([.,])\d+$/.exec(digits) ?? [];
  if (decimal !== undefined) return decimal as DecimalSign;
  const [, separator] = /^\d{1,3}([.,])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d+)?$/.exec(digits) ?? [];
  if (separator === undefined) return undefined;
  return separator === "." ? "," : ".";
}

/** Returns the decimal sign that the cells of a column show, unless they show both. */
export function findDecimalSign(cells: readonly string[]): DecimalSign | undefined {
  return agreeOn(new Set(cells.map(readDecimalSign)));
}

/** Returns the only decimal sign among those that cells show; undefined if there are two. */
export function agreeOn(shown: ReadonlySet<DecimalSign | undefined>): DecimalSign | undefined {
  const [sign, other] = [...shown].filter((each) => each !== undefined);
  return other === undefined ? sign : undefined;
}

/**
 * Tells whether a text has the form of a quantity: digits with their separators, and perhaps a
 * unit. `parseListQuantity` says what is wrong with those that it refuses.
 */
export function isQuantityLike(text: string): boolean {
  const { digits, suffix } = splitText(text);
  const isNumber = digits !== "" && splitNumber(digits, undefined) !== undefined;
  return isNumber && (suffix === "" || isUnitWord(suffix));
}

function isUnitWord(text: string): boolean {
  return /^\p{L}+[²³.]?$/u.test(text);
}

function splitText(text: string): { sign: string; digits: string; suffix: string } {
  const compact = text.trim().replace(/(?<=\d)[\u0020\u00a0\u2009\u202f'’](?=\d{3}(?!\d))/gu, "");
  const [, sign = "", digits = "", suffix = ""] =
    /^([-−+]?) ?(\d[\d.,]{0,24}) ?(.{0,40})$/u.exec(compact) ?? [];
  return { sign, digits, suffix };
}

/** Tells whether the point or comma of digits may be a decimal sign or separate thousands. */
function isUndecided(digits: string): boolean {
  return /^(?!0[.,])\d{1,3}[.,]\d{3}$/.test(digits);
}

/** Splits digits at their decimal separator. */
function splitNumber(
  digits: string,
  decimalSign: DecimalSign | undefined,
): { whole: string; decimals: string } | "ambiguous" | undefined {
  if (isUndecided(digits)) {
    const sign = decimalSign ?? (digits.includes(".") ? "." : undefined);
    if (sign === undefined) return "ambiguous";
    const [whole = "", decimals = ""] = digits.split(sign);
    return { whole: whole.replace(/[.,]/, ""), decimals };
  }
  const plain = /^(\d+)(?:[.,](\d*))?$/.exec(digits);
  if (plain) return { whole: plain[1]!, decimals: plain[2] ?? "" };
  const grouped =
    /^(\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/.exec(digits) ??
    /^(\d{1,3}(?:\.\d{3})+)(?:,(\d+))?$/.exec(digits);
  return grouped
    ? { whole: grouped[1]!.replace(/[.,]/g, ""), decimals: grouped[2] ?? "" }
    : undefined;
}
