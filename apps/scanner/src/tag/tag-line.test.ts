import { mimeRecord, parseTag, textRecord, uriRecord, wifiRecord } from "@scanhook/tags";
import { expect, test } from "vitest";
import { toDump, toHex } from "../readers/nfc/hex.ts";
import { toTagFacts } from "./tag-facts.ts";
import { isBlank, toTagLine } from "./tag-line.ts";

const empty = { tnf: 0, type: new Uint8Array(), id: new Uint8Array(), payload: new Uint8Array() };

test("the line of a tag is its content, or else the title of its record", () => {
  const line = (...records: Parameters<typeof parseTag>[0]["records"] & object) =>
    toTagLine(parseTag({ records }));
  expect(line(uriRecord("https://example.com/a"))).toEqual({ kind: "link", line: "example.com/a" });
  expect(line(textRecord("Shelf\n12"))).toEqual({ kind: "text", line: "Shelf 12" });
  expect(line(wifiRecord({ ssid: "Shop", security: "open" }))).toEqual({
    kind: "wifi",
    line: "Wi-Fi network: Shop",
  });
  expect(line(mimeRecord("image/png", new Uint8Array(3)))).toEqual({
    kind: "nfc",
    line: "Data (image/png)",
  });
  expect(line()).toEqual({ kind: "nfc", line: "Blank tag" });
});

test("the line of a spool is its name if the tag has no other content", () => {
  const openTag3D = mimeRecord(
    "application/opentag3d",
    new Uint8Array([0x03, 0xe8, ...new TextEncoder().encode("PETG\0HF\0\0\0")]),
  );
  const json = '{"protocol":"openspool","type":"PLA","brand":"Generic"}';
  const openSpool = mimeRecord("application/json", new TextEncoder().encode(json));
  const line = (...records: Parameters<typeof parseTag>[0]["records"] & object) =>
    toTagLine(parseTag({ records })).line;
  expect(line(openTag3D)).toBe("PETG HF");
  expect(line(openSpool)).toBe("Generic PLA");
  expect(line(openTag3D, textRecord("Shelf 12"))).toBe("Shelf 12");
});

test("a tag without a message or with an empty one is blank", () => {
  expect(isBlank(parseTag({ records: [] }))).toBe(true);
  expect(isBlank(parseTag({ records: [empty] }))).toBe(true);
  expect(isBlank(parseTag({ records: [textRecord("")] }))).toBe(false);
  expect(isBlank(parseTag({ message: new Uint8Array([0xd1, 1, 9]) }))).toBe(false);
});

test("the facts name type and manufacturer, and say if the UID is random or missing", () => {
  const facts = (uid: string) =>
    toTagFacts(parseTag({ uid, records: [empty] }), new Uint8Array([0xd0, 0, 0]));
  expect(facts("bc:6f:2f:66:08:01:04:e0")).toEqual([
    { label: "UID", value: "E0:04:01:08:66:2F:6F:BC", copy: "E0:04:01:08:66:2F:6F:BC" },
    { label: "Type", value: "ISO 15693 (NFC-V), NXP Semiconductors" },
    { label: "Size", value: "3 bytes, 1 record" },
  ]);
  expect(facts("08:12:34:56")[0]).toMatchObject({
    hint: expect.stringMatching(/changes with every tap/),
  });
  expect(facts("")[0]!.value).toMatch(/has none/);
});

test("a dump has eight bytes per line with their ASCII characters", () => {
  expect(toHex(new Uint8Array([0, 10, 255]))).toBe("000AFF");
  expect(toDump(new TextEncoder().encode("Hi\nthere!"))).toBe(
    "48 69 0A 74 68 65 72 65  Hi·there\n21                       !",
  );
});
