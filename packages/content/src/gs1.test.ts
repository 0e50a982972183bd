import { raw } from "bwip-js/node";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Gs1Part, parseGs1 } from "./gs1.ts";
import { gs1Identifiers } from "./gs1-identifiers.ts";

const now = new Date("2026-11-22T12:00:00Z");
const gs = "\u001d";
const list = (parts: Gs1Part[] | undefined) =>
  parts?.map(({ identifier, value }) => `${identifier}=${value}`).join(" ");

describe("the content of a GS1 code", () => {
  test.each([
    // The examples of the GS1 General Specifications and of bwip-js.
    [`010952123454321310AB${gs}17200101`, "01=09521234543213 10=AB 17=200101"],
    ["(01)09521234543213(10)AB(17)200101", "01=09521234543213 10=AB 17=200101"],
    ["(01) 09521234543213 (10) AB", "01=09521234543213 10=AB"],
    ["]C10109521234543213", "01=09521234543213"],
    [`]d2${gs}10AB${gs}21(7)`, "10=AB 21=(7)"],
    ["0109521234543213", "01=09521234543213"],
    ["00340123450000000018", undefined],
    ["01095212345432133103001750", "01=09521234543213 3103=001750"],
  ])("%j is split into %j", (text, expected) => {
    expect(list(parseGs1(text, now))).toBe(expected);
  });

  test.each([
    "",
    "4006381333931",
    "https://example.com/01/09521234543213",
    "Meet (me) at 10",
    `hello${gs}world`,
    // A wrong check digit where nothing else marks the text as GS1.
    "0109521234543214",
    // No separator after the batch, whose length is not fixed.
    "010952123454321310ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    // Not an identifier, too short, no such date.
    `0409521234543213${gs}`,
    "(01)0952123454321",
    "(01)09521234543213(17)201399",
  ])("%j is no GS1 code", (text) => {
    expect(parseGs1(text, now)).toBeUndefined();
  });

  test.each([
    ["(17)261231", "2026-12-31"],
    // The day 00 stands for the whole month.
    ["(17)270200", "2027-02"],
    // 51 years ahead belongs to the last century, and 50 years back to the next.
    ["(11)770101", "1977-01-01"],
    ["(11)760101", "2076-01-01"],
    ["(7003)2612312359", "2026-12-31T23:59"],
  ])("%s has the date %s", (text, date) => {
    expect(parseGs1(text, now)).toMatchObject([{ date }]);
  });

  test.each([
    ["(3103)001750", { number: "1.750", unit: "kg" }],
    ["(3100)001750", { number: "1750", unit: "kg" }],
    ["(3155)000001", { number: "0.00001", unit: "l" }],
    ["(3922)1299", { number: "12.99", unit: "" }],
  ])("%s has the amount %j", (text, amount) => {
    expect(parseGs1(text, now)).toMatchObject([{ amount }]);
  });

  test("a wrong check digit is reported where the text is marked as GS1", () => {
    expect(parseGs1("(01)09521234543214", now)).toMatchObject([{ wrongCheckDigit: true }]);
    expect(parseGs1("(01)09521234543213", now)?.[0]).not.toHaveProperty("wrongCheckDigit");
  });

  test("any text is split or refused without an exception, and loses nothing", () => {
    const character = fc.constantFrom(..."0123456789()AZ]C", gs);
    fc.assert(
      fc.property(fc.string({ unit: character, maxLength: 60 }), (text) => {
        const parts = parseGs1(text, now);
        if (!parts || text.startsWith("(")) return;
        const joined = parts.map(({ identifier, value }) => identifier + value).join("");
        expect(joined).toBe(text.replace(/^\]../, "").replaceAll(gs, ""));
      }),
    );
  });
});

test("bwip-js knows every identifier, and takes the longest value of its format", () => {
  const misfits = [...gs1Identifiers].flatMap(([digits, { pattern }]) => {
    const identifier = digits.replace("*", "2");
    // bwip-js checks the meaning of values, too; only their length and set of characters count here.
    const longest = ["0", "A"]
      .map(
        (character) =>
          pattern.exec(`${"0".repeat(character === "A" ? 3 : 90)}${character.repeat(90)}`)?.[0],
      )
      .find((value) => value !== undefined)!;
    try {
      raw("gs1-128", `(${identifier})${longest}`, "");
      return [];
    } catch (error) {
      const isMisfit = /unknownAI|TooShort|TooLong|BadLength/i.test(String(error));
      return isMisfit ? [`${identifier}: ${error}`] : [];
    }
  });
  expect(misfits).toEqual([]);
});
