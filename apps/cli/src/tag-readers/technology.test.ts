import { expect, test } from "vitest";
import { fromHex } from "../tests/laid-card.ts";
import { technologyOf } from "./technology.ts";

const memoryCard = (standard: string, name: string) =>
  `3b8f8001804f0ca000000306${standard}${name}00000000`;

test.each([
  [`${memoryCard("03", "0003")}68`, "type2"],
  [`${memoryCard("03", "003a")}51`, "type2"],
  [`${memoryCard("03", "0000")}6b`, "type2"],
  [`${memoryCard("03", "0001")}6a`, "mifare-classic"],
  [`${memoryCard("03", "0002")}69`, "mifare-classic"],
  [`${memoryCard("03", "ff88")}1c`, "mifare-classic"],
  [`${memoryCard("0b", "0014")}77`, "type5"],
  [`${memoryCard("0c", "0000")}64`, "type5"],
  [`${memoryCard("11", "003b")}42`, "felica"],
  [`${memoryCard("03", "f011")}8a`, "felica"],
  [`${memoryCard("07", "0000")}6f`, "unknown"],
  ["3b80800101", "type4"],
  // DESFire, NTAG 424 DNA, a phone.
  ["3b8180018080", "type4"],
  ["3b8c800150000000000000000000000000", "type4"],
  // A contact card, and nothing.
  ["3b9f96801fc78031e073fe211b63", "unknown"],
  ["", "unknown"],
])("the ATR %s is %s", (atr, technology) => {
  expect(technologyOf(fromHex(atr))).toBe(technology);
});
