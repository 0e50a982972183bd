import { mimeRecord, readTag, textRecord, uriRecord, wifiRecord } from "@scanhook/tags";
import { expect, test } from "vitest";
import { toDump, toHex } from "./hex.ts";
import { toTagFacts } from "./tag-facts.ts";
import { isBlank, toTagLine } from "./tag-line.ts";

const empty = { tnf: 0, type: new Uint8Array(), id: new Uint8Array(), payload: new Uint8Array() };

test("a tag is told by what it says, or else by what it is", () => {
  const line = (...records: Parameters<typeof readTag>[0]["records"] & object) =>
    toTagLine(readTag({ records }));
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

test("a tag is blank without a message, and with an empty one", () => {
  expect(isBlank(readTag({ records: [] }))).toBe(true);
  expect(isBlank(readTag({ records: [empty] }))).toBe(true);
  expect(isBlank(readTag({ records: [textRecord("")] }))).toBe(false);
  expect(isBlank(readTag({ message: new Uint8Array([0xd1, 1, 9]) }))).toBe(false);
});

test("the UID says type and maker, and when it is good for nothing", () => {
  const facts = (uid: string) =>
    toTagFacts(readTag({ uid, records: [empty] }), new Uint8Array([0xd0, 0, 0]));
  expect(facts("bc:6f:2f:66:08:01:04:e0")).toEqual([
    { label: "UID", value: "E0:04:01:08:66:2F:6F:BC", copy: "E0:04:01:08:66:2F:6F:BC" },
    { label: "Type", value: "ISO 15693 (NFC-V), NXP Semiconductors" },
    { label: "Size", value: "3 bytes, 1 record" },
  ]);
  expect(facts("08:12:34:56")[0]).toMatchObject({ hint: expect.stringMatching(/anew/) });
  expect(facts("")[0]!.value).toMatch(/does not show one/);
});

test("bytes are dumped eight a line, with what can be read of them", () => {
  expect(toHex(new Uint8Array([0, 10, 255]))).toBe("000AFF");
  expect(toDump(new TextEncoder().encode("Hi\nthere!"))).toBe(
    "48 69 0A 74 68 65 72 65  Hi·there\n21                       !",
  );
});
