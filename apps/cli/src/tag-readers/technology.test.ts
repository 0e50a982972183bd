import { expect, test } from "vitest";
import { fromHex } from "../tag-content/hex.ts";
import { findTechnology } from "./technology.ts";

/** Returns the ATR of a memory card (PC/SC part 3, 3.1.3.2.3) without its check byte. */
const memoryCardAtr = (standard: string, name: string) =>
  `3b8f8001804f0ca000000306${standard}${name}00000000`;

test.each([
  [`${memoryCardAtr("03", "0003")}68`, "type2"],
  [`${memoryCardAtr("03", "003a")}51`, "type2"],
  [`${memoryCardAtr("03", "0000")}6b`, "type2"],
  [`${memoryCardAtr("03", "0001")}6a`, "mifare-classic"],
  [`${memoryCardAtr("03", "0002")}69`, "mifare-classic"],
  [`${memoryCardAtr("03", "ff88")}1c`, "mifare-classic"],
  [`${memoryCardAtr("0b", "0014")}77`, "type5"],
  [`${memoryCardAtr("0c", "0000")}64`, "type5"],
  [`${memoryCardAtr("11", "003b")}42`, "felica"],
  [`${memoryCardAtr("03", "f011")}8a`, "felica"],
  [`${memoryCardAtr("07", "0000")}6f`, "unknown"],
  ["3b80800101", "type4"],
  // DESFire, NTAG 424 DNA, a phone.
  ["3b8180018080", "type4"],
  ["3b8c800150000000000000000000000000", "type4"],
  // A contact card, and an empty ATR.
  ["3b9f96801fc78031e073fe211b63", "unknown"],
  ["", "unknown"],
])("a card with the ATR %s has the technology %s", (atr, technology) => {
  expect(findTechnology(fromHex(atr))).toBe(technology);
});
