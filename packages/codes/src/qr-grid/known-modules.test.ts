import { expect, test } from "vitest";
import { encodeQr } from "../testing/qr-pictures.ts";
import { getKnownModules, getSize, listAlignmentCenters } from "./known-modules.ts";

const versions = Array.from({ length: 40 }, (_, i) => i + 1);

test("known modules agree with the codes that bwip-js draws in all versions", async () => {
  for (const version of versions) {
    const { size, modules } = getKnownModules(version);
    const options = { version: String(version), mask: String(1 + (version % 8)) };
    const drawn = await encodeQr(`version ${version}`, options);
    expect(drawn.size).toBe(size);
    const wrongModules = [...modules.entries()].filter(
      ([index, known]) => known !== 0 && known > 0 !== (drawn.bits[index] === 1),
    );
    expect(wrongModules, `version ${version}`).toEqual([]);
  }
});

test("what is not known has room for exactly the codewords and the format information", () => {
  // ISO/IEC 18004:2015, table 1: codewords of the versions 1 to 40, and remainder bits.
  const codewords = [
    26, 44, 70, 100, 134, 172, 196, 242, 292, 346, 404, 466, 532, 581, 655, 733, 815, 901, 991,
    1085, 1156, 1258, 1364, 1474, 1588, 1706, 1828, 1921, 2051, 2185, 2323, 2465, 2611, 2761, 2876,
    3034, 3196, 3362, 3532, 3706,
  ];
  const remainderBits = [
    [0, 1],
    [7, 5],
    [0, 7],
    [3, 7],
    [4, 7],
    [3, 7],
    [0, 6],
  ].flatMap(([bits, count]) => Array.from({ length: count! }, () => bits!));
  const formatBits = 30;
  for (const version of versions) {
    const unknownCount = getKnownModules(version).modules.filter((known) => known === 0).length;
    expect(unknownCount, `version ${version}`).toBe(
      codewords[version - 1]! * 8 + remainderBits[version - 1]! + formatBits,
    );
  }
});

test("alignment patterns lie where annex E lists them", () => {
  expect(listAlignmentCenters(1)).toEqual([]);
  expect(listAlignmentCenters(2)).toEqual([6, 18]);
  expect(listAlignmentCenters(7)).toEqual([6, 22, 38]);
  expect(listAlignmentCenters(32)).toEqual([6, 34, 60, 86, 112, 138]);
  expect(listAlignmentCenters(36)).toEqual([6, 24, 50, 76, 102, 128, 154]);
  expect(listAlignmentCenters(40)).toEqual([6, 30, 58, 86, 114, 142, 170]);
});

test("a side has 21 modules in version 1 and 177 in version 40", () => {
  expect([getSize(1), getSize(40)]).toEqual([21, 177]);
});
