import { codeFormats } from "@scanhook/codes";
import { readTag, smartPosterRecord, textRecord, uriRecord } from "@scanhook/tags";
import { expect, test } from "vitest";
import { codeValues, tagValues } from "./return-values.ts";

test("a code gives its content as it is, and its kind as ZXing's enum BarcodeFormat spells it", () => {
  expect(codeValues({ content: " 4006381333931\n", format: "ean13" })).toEqual({
    CODE: " 4006381333931\n",
    FORMAT: "EAN_13",
  });
  const names = codeFormats.map((format) => codeValues({ content: "", format }).FORMAT);
  for (const name of names) expect(name).toMatch(/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/);
  expect(new Set(names).size).toBe(names.length);
  for (const known of [
    ...["AZTEC", "CODABAR", "CODE_39", "CODE_93", "CODE_128", "DATA_MATRIX", "EAN_8", "EAN_13"],
    ...["ITF", "MAXICODE", "PDF_417", "QR_CODE", "RSS_14", "RSS_EXPANDED", "UPC_A", "UPC_E"],
  ]) {
    expect(names).toContain(known);
  }
});

test("a tag gives its UID, its first text, its first address and the size of its message", () => {
  const reading = readTag({
    uid: "04:a2:7f:1b:5e:80:00",
    records: [
      textRecord("drill 7", "en"),
      smartPosterRecord({ uri: "https://example.com/7", title: "Seven" }),
      uriRecord("https://example.com/8"),
      textRecord("later", "en"),
    ],
  });
  expect(tagValues(reading)).toMatchObject({
    FORMAT: "NFC",
    CODE: reading.content,
    "TAG-ID": "04:A2:7F:1B:5E:80:00",
    "NDEF-TEXT": "drill 7",
    "NDEF-URI": "https://example.com/7",
  });
});

test("what a tag does not say is left out, so that its placeholder stays empty", () => {
  expect(tagValues(readTag({ uid: "04a27f1b5e8000" }))).toEqual({
    CODE: "",
    FORMAT: "NFC",
    "TAG-ID": "04:A2:7F:1B:5E:80:00",
  });
  // One byte of header, type length, payload length, type, payload: NDEF 1.0, 2.6.
  expect(tagValues(readTag({ records: [uriRecord("https://a.b")] }))).toEqual({
    CODE: "https://a.b",
    FORMAT: "NFC",
    "TAG-SIZE": "8",
    "NDEF-URI": "https://a.b",
  });
});
