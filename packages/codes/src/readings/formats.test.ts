import { expect, test } from "vitest";
import { READABLE_BARCODE_FORMATS } from "zxing-wasm/reader";
import { codeFormats, isCodeFormat, toCodeFormat, toZxingFormats } from "./formats.ts";

test("every format that zxing-wasm can read is in the table", () => {
  expect(READABLE_BARCODE_FORMATS.filter((name) => !toCodeFormat(name))).toEqual([]);
});

test("requests only names that zxing-wasm knows, each once", () => {
  const requested = toZxingFormats(codeFormats).split(",");
  const known: string[] = [...READABLE_BARCODE_FORMATS, "AllMatrix"];
  expect(requested.filter((name) => !known.includes(name))).toEqual([]);
  expect(new Set(requested).size).toBe(requested.length);
});

test("toCodeFormat returns undefined for names that zxing-wasm does not report", () => {
  expect(toCodeFormat("None")).toBeUndefined();
  expect(toCodeFormat("qr")).toBeUndefined();
});

test("toZxingFormats returns the formats of one family only", () => {
  expect(toZxingFormats(["qr", "ean13"], "linear")).toBe("EAN13");
  expect(toZxingFormats(["qr", "microqr"], "linear")).toBe("");
});

test("isCodeFormat accepts exactly the listed names", () => {
  expect(codeFormats.every(isCodeFormat)).toBe(true);
  expect(isCodeFormat("QRCode")).toBe(false);
  expect(isCodeFormat("toString")).toBe(false);
});
