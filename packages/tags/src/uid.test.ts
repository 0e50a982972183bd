import fc from "fast-check";
import { expect, test } from "vitest";
import { describeUid } from "./describe-uid.ts";
import { parseTag } from "./tag.ts";
import { fromHex, readFixture, toHex } from "./testing/vectors.ts";
import { parseUid } from "./uid.ts";

type PlatformUid = string | number[] | null | { id: number[] } | { uid: string };

test.each(
  readFixture<{ name: string; source: string; input: PlatformUid; identifier: string }[]>(
    "identifier.json",
  ),
)("parses the UID of $name as $identifier", ({ source, input, identifier }) => {
  const uid = parseUid(toSerial(source, input));
  const formatted =
    uid &&
    toHex(uid)
      .toUpperCase()
      .replace(/..(?=.)/g, "$&:");
  expect(formatted ?? "NoIdentifierInCompatibilityMode").toBe(identifier);
});

/**
 * Converts the input like the code of a platform: arrays to bytes, and a PC/SC response to its data
 * without the status word.
 */
function toSerial(source: string, input: PlatformUid): Uint8Array | string | undefined {
  if (input === null) return undefined;
  if (Array.isArray(input)) return Uint8Array.from(input);
  if (typeof input === "object") return "id" in input ? Uint8Array.from(input.id) : input.uid;
  return source === "pcsc" ? input.slice(0, -4) : input;
}

test("parses hexadecimal with colons, dashes or no separators, in any case", () => {
  const uid = fromHex("04a27f1b5e8000");
  for (const text of ["04:a2:7f:1b:5e:80:00", "04-A2-7F-1B-5E-80-00", "04A27f1b5e8000"]) {
    expect(parseUid(text)).toEqual(uid);
  }
});

test.each(["", "4", "04:", "04::a2", "04 a2", "tag", undefined, new Uint8Array(0)])(
  "finds no UID in %o",
  (serial) => {
    expect(parseUid(serial)).toBeUndefined();
  },
);

test("reverses eight bytes that end with E0 and do not start with it", () => {
  expect(parseUid("bc6f2f66080104e0")).toEqual(fromHex("e0040108662f6fbc"));
  expect(parseUid("e0040108662f6fe0")).toEqual(fromHex("e0040108662f6fe0"));
  expect(parseUid("6f2f66080104e0")).toEqual(fromHex("6f2f66080104e0"));
});

test("never reverses the identifier of a FeliCa card or of another tag that is not ISO 15693", () => {
  const idm = "01120312a41b05e0";
  for (const technology of ["felica", "iso14443"] as const) {
    expect(parseUid(idm, technology)).toEqual(fromHex(idm));
    expect(parseTag({ uid: idm, technology, records: [] }).uid).toEqual(fromHex(idm));
  }
  expect(parseUid("bc6f2f66080104e0", "iso15693")).toEqual(fromHex("e0040108662f6fbc"));
  // Bytes come from an earlier call, in their order.
  expect(parseTag({ uid: fromHex(idm), records: [] }).uid).toEqual(fromHex(idm));
});

test("does not modify the bytes it is passed", () => {
  const serial = Buffer.from("bc6f2f66080104e0", "hex");
  expect(parseUid(serial)).toEqual(fromHex("e0040108662f6fbc"));
  expect(serial.toString("hex")).toBe("bc6f2f66080104e0");
});

test("bytes and their hexadecimal give the same UID, and no text throws", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 12 }), fc.string(), (bytes, text) => {
      expect(parseUid(toHex(bytes))).toEqual(parseUid(bytes));
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
])("describes the UID %s as %o", (hex, description) => {
  expect(describeUid(fromHex(hex))).toEqual(description);
});
