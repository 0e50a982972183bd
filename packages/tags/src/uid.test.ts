import fc from "fast-check";
import { expect, test } from "vitest";
import { describeUid } from "./describe-uid.ts";
import { bytesOf, fixture, hexOf } from "./fixtures/vectors.ts";
import { parseUid } from "./uid.ts";

type Given = string | number[] | null | { id: number[] } | { uid: string };

test.each(
  fixture<{ name: string; source: string; input: Given; identifier: string }[]>("identifier.json"),
)("$name: the UID is $identifier", ({ source, input, identifier }) => {
  const uid = parseUid(given(source, input));
  const written =
    uid &&
    hexOf(uid)
      .toUpperCase()
      .replace(/..(?=.)/g, "$&:");
  expect(written ?? "NoIdentifierInCompatibilityMode").toBe(identifier);
});

/** What a platform's own code passes on: the bytes of arrays, an answer of a reader without its status. */
function given(source: string, input: Given): Uint8Array | string | undefined {
  if (input === null) return undefined;
  if (Array.isArray(input)) return Uint8Array.from(input);
  if (typeof input === "object") return "id" in input ? Uint8Array.from(input.id) : input.uid;
  return source === "pcsc" ? input.slice(0, -4) : input;
}

test("hexadecimal may have colons, dashes or nothing between, and any case", () => {
  const uid = bytesOf("04a27f1b5e8000");
  for (const text of ["04:a2:7f:1b:5e:80:00", "04-A2-7F-1B-5E-80-00", "04A27f1b5e8000"]) {
    expect(parseUid(text)).toEqual(uid);
  }
});

test.each(["", "4", "04:", "04::a2", "04 a2", "tag", undefined, new Uint8Array(0)])(
  "%o is no UID",
  (nothing) => {
    expect(parseUid(nothing)).toBeUndefined();
  },
);

test("eight bytes are turned when E0 ends them and does not begin them", () => {
  expect(parseUid("bc6f2f66080104e0")).toEqual(bytesOf("e0040108662f6fbc"));
  expect(parseUid("e0040108662f6fe0")).toEqual(bytesOf("e0040108662f6fe0"));
  expect(parseUid("6f2f66080104e0")).toEqual(bytesOf("6f2f66080104e0"));
});

test("the reader's own bytes stay as they are", () => {
  const given = Buffer.from("bc6f2f66080104e0", "hex");
  expect(parseUid(given)).toEqual(bytesOf("e0040108662f6fbc"));
  expect(given.toString("hex")).toBe("bc6f2f66080104e0");
});

test("bytes and their hexadecimal give the same UID, and any text gives one or none", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 12 }), fc.string(), (bytes, text) => {
      expect(parseUid(hexOf(bytes))).toEqual(parseUid(bytes));
      expect(parseUid(parseUid(bytes))).toEqual(parseUid(bytes));
      parseUid(text);
    }),
  );
});

test.each([
  ["04a27f1b5e8000", { technology: "iso14443", manufacturer: "NXP Semiconductors", random: false }],
  [
    "e0040108662f6fbc",
    { technology: "iso15693", manufacturer: "NXP Semiconductors", random: false },
  ],
  [
    "e002481234567890",
    { technology: "iso15693", manufacturer: "STMicroelectronics", random: false },
  ],
  ["deadbeef", { technology: "iso14443", random: false }],
  ["08adbeef", { technology: "iso14443", random: true }],
  ["ffa27f1b5e8000", { technology: "iso14443", random: false }],
  ["012e3d4c5b6a7988", { random: false }],
  ["04", { random: false }],
])("the UID %s tells %o", (hex, told) => {
  expect(describeUid(bytesOf(hex))).toEqual(told);
});
