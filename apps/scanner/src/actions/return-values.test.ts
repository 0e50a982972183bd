import { codeFormats } from "@scanhook/codes";
import { parseTag, smartPosterRecord, textRecord, uriRecord } from "@scanhook/tags";
import { expect, test } from "vitest";
import { toCodeValues, toTagValues } from "./return-values.ts";

test("the values of a code are its unchanged content and the name of its format in ZXing's BarcodeFormat", () => {
  expect(toCodeValues({ content: " 4006381333931\n", format: "ean13" })).toEqual({
    CODE: " 4006381333931\n",
    FORMAT: "EAN_13",
  });
  const names = codeFormats.map((format) => toCodeValues({ content: "", format }).FORMAT);
  for (const name of names) expect(name).toMatch(/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/);
  expect(new Set(names).size).toBe(names.length);
  for (const known of [
    "AZTEC",
    "CODABAR",
    "CODE_39",
    "CODE_93",
    "CODE_128",
    "DATA_MATRIX",
    "EAN_8",
    "EAN_13",
    "ITF",
    "MAXICODE",
    "PDF_417",
    "QR_CODE",
    "RSS_14",
    "RSS_EXPANDED",
    "UPC_A",
    "UPC_E",
  ]) {
    expect(names).toContain(known);
  }
});

test("the values of a tag are its UID, its first text and its first URI", () => {
  const reading = parseTag({
    uid: "04:a2:7f:1b:5e:80:00",
    records: [
      textRecord("drill 7", "en"),
      smartPosterRecord({ uri: "https://example.com/7", title: "Seven" }),
      uriRecord("https://example.com/8"),
      textRecord("later", "en"),
    ],
  });
  expect(toTagValues(reading)).toMatchObject({
    FORMAT: "NFC",
    CODE: reading.content,
    "TAG-ID": "04:A2:7F:1B:5E:80:00",
    "NDEF-TEXT": "drill 7",
    "NDEF-URI": "https://example.com/7",
  });
});

test("a tag has no value for what it does not contain, and the size of its message if it has one", () => {
  expect(toTagValues(parseTag({ uid: "04a27f1b5e8000" }))).toEqual({
    CODE: "",
    FORMAT: "NFC",
    "TAG-ID": "04:A2:7F:1B:5E:80:00",
  });
  // One byte each for the header, type length, payload length and type, and a payload of 4 bytes
  // (NDEF 1.0, 2.6).
  expect(toTagValues(parseTag({ records: [uriRecord("https://a.b")] }))).toEqual({
    CODE: "https://a.b",
    FORMAT: "NFC",
    "TAG-SIZE": "8",
    "NDEF-URI": "https://a.b",
  });
});
