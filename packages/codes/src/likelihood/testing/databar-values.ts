import {
  findersByChecksum,
  innerTable,
  outerTable,
  parts,
  toChecksumShare,
} from "../databar-structure.ts";
import { encodeBars } from "./draw-profile.ts";

/** Returns the GTIN-14 whose first 13 digits are this number. */
export function toGtin14(number: number): string {
  const digits = String(number).padStart(13, "0");
  const sum = [...digits].reduce((total, digit, i) => total + Number(digit) * (i % 2 ? 1 : 3), 0);
  return digits + ((10 - (sum % 10)) % 10);
}

/** Returns the values of the six parts of the symbol whose GTIN-14 starts with these 13 digits. */
export function toPartValues(number: number): number[] {
  const pairCount = outerTable.length * innerTable.length;
  const [left, right] = [Math.floor(number / pairCount), number % pairCount];
  const split = (pair: number) => [Math.floor(pair / innerTable.length), pair % innerTable.length];
  const [leftOuter, leftInner] = split(left);
  const [rightOuter, rightInner] = split(right);
  const values = [leftOuter!, 0, leftInner!, rightInner!, 0, rightOuter!];
  const characters = parts.filter(({ weight }) => weight > 0);
  const sum = characters.reduce(
    (total, part) => total + toChecksumShare(part, values[parts.indexOf(part)]!),
    0,
  );
  const [leftFinder, rightFinder] = findersByChecksum[sum % findersByChecksum.length]!;
  return values.with(1, leftFinder).with(4, rightFinder);
}

/**
 * Returns the bars and spaces of the symbol of a GTIN-14 from its first bar on, as BWIPP encodes
 * it.
 */
export function encodeDataBar(gtin: string): number[] {
  // BWIPP begins with a bar of no width and the space of the guard.
  return encodeBars("databaromni", `(01)${gtin}`).slice(2);
}
