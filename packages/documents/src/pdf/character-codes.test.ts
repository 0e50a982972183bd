import { expect, test } from "vitest";
import { createCharacterCodes } from "./character-codes.ts";

test("every character has one code, a space the first", () => {
  const codes = createCharacterCodes();
  expect(codes.encode("a\u{1F600}a ")).toEqual({ hex: "0002000300020001", count: 4 });
  expect(codes.size()).toBe(3);
});

test("the CMap maps codes to UTF-16 in sections of at most 100", () => {
  const codes = createCharacterCodes();
  codes.encode(String.fromCharCode(...Array.from({ length: 250 }, (_, n) => 0x4e00 + n)));
  codes.encode("\u{1F600}");
  const cmap = codes.toUnicode();
  expect(cmap.match(/\d+ beginbfchar/g)).toEqual([
    "100 beginbfchar",
    "100 beginbfchar",
    "52 beginbfchar",
  ]);
  expect(cmap).toContain("<0001> <0020>\n<0002> <4E00>\n");
  expect(cmap).toContain("<00FC> <D83DDE00>\nendbfchar");
});

test("characters beyond the codes become U+FFFD", () => {
  const codes = createCharacterCodes();
  for (let code = 0; code < 0x11000; code++) codes.encode(String.fromCodePoint(0x20000 + code));
  const { hex } = codes.encode("\u{40000}\u{20000}");
  expect(codes.toUnicode()).toContain(`<${hex.slice(0, 4)}> <FFFD>`);
  expect(hex.slice(4)).toBe("0002");
  expect(codes.size()).toBeLessThan(0xffff);
});
