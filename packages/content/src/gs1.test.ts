import { raw } from "bwip-js/node";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Gs1Part, parseGs1 } from "./gs1.ts";
import { findGs1Identifier, gs1Identifiers } from "./gs1-identifiers.ts";

const now = new Date("2026-11-22T12:00:00Z");
const gs = "\u001d";
const list = (parts: Gs1Part[] | undefined) =>
  parts?.map(({ identifier, value }) => `${identifier}=${value}`).join(" ");
const only = (text: string) => {
  const parts = parseGs1(text, now);
  expect(parts).toHaveLength(1);
  return parts![0]!;
};

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
    ["(01)09520123456788(7253)JANE", "01=09520123456788 7253=JANE"],
  ])("%j is split into %j", (text, expected) => {
    expect(list(parseGs1(text, now))).toBe(expected);
  });

  test.each([
    "",
    "4006381333931",
    "Meet (me) at 10",
    `hello${gs}world`,
    `10 apples${gs}21AB`,
    // A wrong check digit where nothing else marks the text as GS1.
    "0109521234543214",
    // No separator after the batch, whose length is not fixed.
    "010952123454321310ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    // An unknown identifier where nothing else marks the text as GS1.
    "01095212345432138099X",
    // Not an identifier, too short.
    `0409521234543213${gs}`,
    "(01)0952123454321",
    // No such decimals: a measure has five at most.
    "(3106)001750",
  ])("%j is no GS1 code", (text) => {
    expect(parseGs1(text, now)).toBeUndefined();
  });

  test.each([
    ["in parentheses", "(01)09521234543213(8099)X(10)AB"],
    ["before a separator", `]C101095212345432138099X${gs}10AB`],
    ["of a fixed length", "]C10109521234543213180000003103001750"],
    ["of an unknown beginning", `]C10109521234543213${gs}8X${gs}10AB`],
  ])("an unknown identifier %s does not hide the other parts", (_, text) => {
    const parts = parseGs1(text, now)!;
    expect(parts.map(({ name }) => name)).toEqual([
      "Product (GTIN)",
      "Unknown",
      expect.stringMatching(/^(Batch or lot|Net weight)$/),
    ]);
  });

  test("a malformed value is marked, and does not hide the other parts", () => {
    expect(parseGs1(`]C10109521234543213${gs}17201399${gs}7252AB${gs}10AB`, now)).toEqual([
      { identifier: "01", name: "Product (GTIN)", value: "09521234543213" },
      { identifier: "17", name: "Expiration date", value: "201399", malformed: true },
      { identifier: "7252", name: "Biological sex", value: "AB", malformed: true },
      { identifier: "10", name: "Batch or lot", value: "AB" },
    ]);
  });

  test.each([
    ["(17)261231", { date: "2026-12-31" }],
    // The day 00 stands for the whole month.
    ["(17)270200", { date: "2027-02" }],
    // 51 years ahead belongs to the last century, and 50 years back to the next.
    ["(11)770101", { date: "1977-01-01" }],
    ["(11)760101", { date: "2076-01-01" }],
    ["(7003)2612312359", { date: "2026-12-31T23:59" }],
    ["(7007)260501260503", { date: "2026-05-01", until: "2026-05-03" }],
    ["(7007)260501", { date: "2026-05-01" }],
    ["(7011)2605011430", { date: "2026-05-01T14:30" }],
    ["(8008)26050114", { date: "2026-05-01T14:00" }],
    ["(8008)260501143059", { date: "2026-05-01T14:30:59" }],
    ["(7250)19850228", { date: "1985-02-28" }],
    ["(7251)198502280815", { date: "1985-02-28T08:15" }],
    ["(4324)2605010815", { date: "2026-05-01T08:15" }],
  ])("%s has the date %j", (text, date) => {
    expect(only(text)).toMatchObject(date);
  });

  test.each(["7250 19850230", "17 260230", "7003 2605012460", "7006 260500", "7007 260501260532"])(
    "%s is no date",
    (element) => {
      const [identifier, value] = element.split(" ");
      expect(parseGs1(`(10)A(${identifier})${value}`, now)![1]).toMatchObject({ malformed: true });
    },
  );

  test.each([
    ["(3103)001750", { number: "1.750", unit: "kg" }],
    ["(3100)001750", { number: "1750", unit: "kg" }],
    ["(3155)000001", { number: "0.00001", unit: "l" }],
    ["(3922)1299", { number: "12.99", unit: "" }],
    ["(3943)0125", { number: "0.125", unit: "%" }],
  ])("%s has the amount %j", (text, amount) => {
    expect(only(text)).toMatchObject({ amount });
  });

  // Right values from the tests of the GS1 Barcode Syntax Dictionary and from bwip-js.
  test.each([
    ["01", "09521234543213", "09521234543214"],
    ["253", "1234567890128ABC", "1234567890129ABC"],
    ["255", "12345678901280001", "12345678901290001"],
    ["414", "1234567890128", "1234567890129"],
    ["8003", "01234567890128ABC", "01234567890129ABC"],
    ["8006", "123456789012310102", "123456789012320102"],
    ["8007", "FR7630006000011234567890189", "FR7630006000011234567890188"],
    ["8007", "GB98MIDL07009312345678", "GB97MIDL07009312345678"],
    ["8013", "1987654Ad4X4bL5ttr2310c2K", "1987654Ad4X4bL5ttr2310c2X"],
    ["8014", "12345678901234567890123NT", "12345678901234567890123NX"],
    ["8017", "123456789012345675", "123456789012345670"],
    ["8018", "123456789012345675", "123456789012345670"],
    ["8026", "123456789012310102", "123456789012320102"],
  ])("a wrong check digit of (%s) is reported", (identifier, right, wrong) => {
    expect(only(`(${identifier})${right}`)).not.toHaveProperty("wrongCheckDigit");
    expect(only(`(${identifier})${wrong}`)).toMatchObject({ wrongCheckDigit: true });
  });

  test("a percent-encoded value has its text, in which a plus sign was a space", () => {
    // The label of an example of GS1 Australia.
    expect(only("(4300)GS1+Australia")).toMatchObject({ text: "GS1 Australia" });
    expect(only("(7253)M%C3%BCller")).toMatchObject({ text: "Müller" });
    expect(only("(4308)+61412830095")).not.toHaveProperty("text");
  });

  test("any text is split or refused without an exception, and loses nothing", () => {
    const character = fc.constantFrom(..."0123456789()AZ]C", gs);
    fc.assert(
      fc.property(fc.string({ unit: character, maxLength: 60 }), (text) => {
        const parts = parseGs1(text, now);
        if (!parts || text.startsWith("(")) return;
        const joined = parts.map(({ identifier, value }) => identifier + value).join("");
        expect(joined).toBe(text.replace(/^\](C1|e0|d2|Q3|J1)/, "").replaceAll(gs, ""));
      }),
    );
  });
});

test("bwip-js knows every identifier, and takes the longest value of its format", () => {
  const misfits = gs1Identifiers.flatMap((digits) => {
    const identifier = digits.replace("*", "2");
    const { pattern } = findGs1Identifier(identifier)!;
    // bwip-js checks the meaning of values, too; only their length and set of characters count
    // here.
    const longest = ["0".repeat(90), `${"0".repeat(3)}${"A".repeat(90)}`, `${"0".repeat(6)}-`]
      .map((text) => pattern.exec(text)?.[0])
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
