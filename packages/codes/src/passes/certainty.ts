import type { Found } from "../engine/engine.ts";
import type { CodeFormat } from "../readings/formats.ts";

/** EAN and UPC have one check digit and digits that blur turns into each other. */
const eanFormats: ReadonlySet<CodeFormat> = new Set(["ean13", "ean8", "upca", "upce"]);

/**
 * Formats whose symbols need no check digit, or have only a parity bit. A scan line that leaves the
 * bars early reads a shorter content.
 */
const uncheckedFormats: ReadonlySet<CodeFormat> = new Set([
  "itf",
  "codabar",
  "telepen",
  "dx-film-edge",
]);

/** The minimum number of characters of a Code 39: text and screens look like a shorter one. */
const minCode39Length = 3;

/**
 * The minimum number of scan lines that agree on a UPC-E: only the parity of six digits checks it.
 */
const minUpceLines = 8;
/** The minimum number of scan lines that agree on another format with little to check it. */
const minWeakLines = 5;
/** The minimum number of scan lines that agree on any linear code whose rows share pixels. */
const minSharedLines = 3;

/** Formats that are misread as each other in sharpened or enlarged pictures. */
const fragileFormats: ReadonlySet<CodeFormat> = new Set([
  "upce",
  "databar",
  "databar-expanded",
  "databar-limited",
]);

/**
 * Whether little in a symbol of this format shows that it was read wrongly, so that more scan lines
 * have to agree.
 */
export function isWeak(reading: Found): boolean {
  return isEan(reading) || uncheckedFormats.has(reading.format) || isShortCode39(reading);
}

export function isEan({ format }: Found): boolean {
  return eanFormats.has(format);
}

/**
 * Keeps matrix codes and those linear codes on which enough scan lines agree, more for the weaker
 * formats.
 */
export function keepAgreed(found: readonly Found[], minLines: number): Found[] {
  return found.filter((reading) => {
    if (reading.lineCount === 0) return true;
    if (reading.format === "upce") return reading.lineCount >= minUpceLines;
    return reading.lineCount >= (isWeak(reading) ? minWeakLines : minLines);
  });
}

/**
 * Keeps the readings that a pass may report of a picture whose rows share pixels: an EAN or UPC
 * only if `minEanLines` scan lines agree.
 */
export function keepManyAgreed(found: readonly Found[], minEanLines: number): Found[] {
  return keepAgreed(found, minSharedLines).filter(
    (reading) => !isEan(reading) || reading.lineCount >= minEanLines,
  );
}

/**
 * Whether a reading is unlikely to be a part of a longer code: it has a check digit or its own
 * start and stop characters. An ITF has neither unless it is a GTIN-14 (GS1 General Specifications
 * 5.3.2).
 */
export function isSelfChecking(reading: Found): boolean {
  if (reading.format === "itf") return isGtin14(reading.content);
  return !uncheckedFormats.has(reading.format) && !isShortCode39(reading);
}

function isGtin14(content: string): boolean {
  if (!/^\d{14}$/.test(content)) return false;
  const sum = [...content].reduce((total, digit, i) => total + Number(digit) * (i % 2 ? 1 : 3), 0);
  return sum % 10 === 0;
}

function isShortCode39({ format, content }: Found): boolean {
  return format === "code39" && content.length < minCode39Length;
}

/**
 * Keeps the readings that a pass may report of a whole picture with altered pixels: no fragile
 * formats, and an EAN or UPC only if `minEanLines` scan lines agree.
 */
export function keepRobust(found: readonly Found[], minEanLines: number): Found[] {
  return keepManyAgreed(found, minEanLines).filter(
    (reading) => !fragileFormats.has(reading.format),
  );
}
