import { expect, test } from "vitest";
import { sourceOf } from "./identifier.ts";
import { nfcScan } from "./nfc-scan.ts";
import { codeScan } from "./scan.ts";

const date = new Date("2026-05-12T14:23:01.987Z");

test("codeScan keeps the content unchanged and writes the date in whole seconds of UTC", () => {
  const scan = codeScan({ content: " 01095\u001d10AB \n" }, { date, uuid: () => "an-id" });
  expect(scan).toEqual({
    identifier: "an-id",
    date: "2026-05-12T14:23:01Z",
    content: " 01095\u001d10AB \n",
  });
});

test("codeScan creates a new UUID v4 for every scan", () => {
  const identifiers = Array.from({ length: 500 }, () => codeScan({ content: "x" }).identifier);
  expect(new Set(identifiers).size).toBe(500);
  for (const identifier of identifiers) {
    expect(identifier).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  }
});

test.each([
  [new Uint8Array([0x04, 0xa2, 0x7f, 0x1b, 0x5e, 0x80, 0x00]), "04:A2:7F:1B:5E:80:00"],
  ["04:a2:7f:1b:5e:80:00", "04:A2:7F:1B:5E:80:00"],
  ["deadbeef", "DE:AD:BE:EF"],
  ["bc:6f:2f:66:08:01:04:e0", "E0:04:01:08:66:2F:6F:BC"],
  // Bytes are in order, as those of a FeliCa card that end with E0.
  [Uint8Array.of(0x01, 0x12, 0x03, 0x12, 0xa4, 0x1b, 0x05, 0xe0), "01:12:03:12:A4:1B:05:E0"],
  ["E0040108662F6FBC", "E0:04:01:08:66:2F:6F:BC"],
  ["", "NoIdentifierInCompatibilityMode"],
  [undefined, "NoIdentifierInCompatibilityMode"],
  ["not hex", "NoIdentifierInCompatibilityMode"],
])("nfcScan identifies a tag with the UID %o as %s", (uid, identifier) => {
  expect(nfcScan({ uid, content: "" }, { date }).identifier).toBe(identifier);
});

test("nfcScan sets tagType and structured for structured tags only", () => {
  expect(nfcScan({ uid: "04", content: "a" }, { date })).not.toHaveProperty("tagType");
  const structured = { material: "PLA", color: "#FF6F4C" };
  expect(
    nfcScan({ uid: "04", content: "a", tagType: "openPrintTag", structured }, { date }),
  ).toEqual({
    identifier: "04",
    date: "2026-05-12T14:23:01Z",
    content: "a",
    tagType: "openPrintTag",
    structured,
  });
});

test.each([
  ["6F1C9D1E-0C57-4A3E-9D0A-6B7D6A1F2C11", "code"],
  ["6f1c9d1e-0c57-4a3e-9d0a-6b7d6a1f2c11", "code"],
  ["04:A2:7F:1B:5E:80:00", "nfc"],
  ["04a27f1b5e8000", "nfc"],
  ["NoIdentifierInCompatibilityMode", "nfc"],
  ["gate 7", undefined],
  ["", undefined],
])("sourceOf derives the source of the identifier %j: %s", (identifier, source) => {
  expect(sourceOf(identifier)).toBe(source);
});
