import { foot, inch, type UnitSystem } from "./unit-system.ts";

export type LengthResult =
  | { ok: true; meters: number }
  | { ok: false; problem: "empty" | "notALength" | "dividedByZero" | "tooLong" };

/** The longest length that is accepted, in meters. */
const maxLength = 1000;

/**
 * Parses a length as people type it: `3.62`, `3,62 m`, `362 cm`, `3 m 62`, `11' 10 1/2"`, `11-10½`,
 * `142.5 in`. A number without a unit is in meters in the metric system; in the imperial system it
 * is in feet, and a second number is in inches. A negative number is not a length.
 */
export function parseLength(text: string, system: UnitSystem): LengthResult {
  const plain = normalize(text);
  if (plain === "") return { ok: false, problem: "empty" };
  const parsed = parseMetric(plain, system) ?? parseImperial(plain, system);
  if (parsed === undefined) return { ok: false, problem: "notALength" };
  if (!Number.isFinite(parsed)) return { ok: false, problem: "dividedByZero" };
  if (parsed > maxLength) return { ok: false, problem: "tooLong" };
  return { ok: true, meters: parsed };
}

const fractions: Record<string, string> = {
  "¼": "1/4",
  "½": "1/2",
  "¾": "3/4",
  "⅛": "1/8",
  "⅜": "3/8",
  "⅝": "5/8",
  "⅞": "7/8",
};

/** Replaces the variants of signs that keyboards and word processors write by one form. */
function normalize(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[¼½¾⅛⅜⅝⅞]/g, (sign) => ` ${fractions[sign]}`)
    .replaceAll("⁄", "/")
    .replace(/''|[″”“„]/g, '"')
    .replace(/[′’‘]/g, "'")
    .replace(/(\d),(\d)/g, "$1.$2")
    .replace(/\s+/g, " ")
    .trim();
}

const number = String.raw`(\d+(?:\.\d+)?|\.\d+)`;
const metricUnits: Record<string, number> = { mm: 0.001, cm: 0.01, dm: 0.1, m: 1 };
const metric = new RegExp(`^${number} ?(mm|cm|dm|m)$`);
const metersAndMore = /^(\d+) ?m ?(\d{1,3})(?: ?(cm|mm))?$/;
const bareNumber = new RegExp(`^${number}$`);

function parseMetric(text: string, system: UnitSystem): number | undefined {
  const whole = metric.exec(text);
  if (whole) return Number(whole[1]) * metricUnits[whole[2]!]!;
  const split = metersAndMore.exec(text);
  // Digits after the "m" are centimeters if there are one or two of them: 3 m 62.
  if (split) {
    const unit = metricUnits[split[3] ?? (split[2]!.length < 3 ? "cm" : "mm")]!;
    return Number(split[1]) + Number(split[2]) * unit;
  }
  return system === "metric" && bareNumber.test(text) ? Number(text) : undefined;
}

const feetUnit = String.raw` ?(?:'|ft\.?|feet|foot)`;
const inchUnit = String.raw` ?(?:"|in\.?|inches|inch)`;
/** A mixed number or a fraction alone: `10`, `10.5`, `10 1/2`, `10-1/2`, `1/2`. */
const mixed = String.raw`(?:${number}(?:[ -](\d+)/(\d+))?|(\d+)/(\d+))`;
const feetAndInches = new RegExp(`^${number}${feetUnit}(?: ?-? ?${mixed}(?:${inchUnit})?)?$`);
const inchesOnly = new RegExp(`^${mixed}${inchUnit}$`);
const twoNumbers = new RegExp(`^(\\d+)[ -]${mixed}$`);

function parseImperial(text: string, system: UnitSystem): number | undefined {
  const inches = inchesOnly.exec(text);
  if (inches) return readMixed(inches, 1) * inch;
  const feet = feetAndInches.exec(text);
  if (feet) return Number(feet[1]) * foot + readMixed(feet, 2) * inch;
  if (system !== "imperial") return undefined;
  if (bareNumber.test(text)) return Number(text) * foot;
  const pair = twoNumbers.exec(text);
  return pair ? Number(pair[1]) * foot + readMixed(pair, 2) * inch : undefined;
}

/** Reads the five groups of `mixed` from `start` on. Returns 0 if none of them matched. */
function readMixed(groups: RegExpExecArray, start: number): number {
  const [whole, numerator, denominator, aloneNumerator, aloneDenominator] = groups.slice(start);
  if (aloneNumerator !== undefined) return Number(aloneNumerator) / Number(aloneDenominator);
  const fraction = numerator === undefined ? 0 : Number(numerator) / Number(denominator);
  return Number(whole ?? 0) + fraction;
}
