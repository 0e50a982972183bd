import { expect, test } from "vitest";
import { READABLE_BARCODE_FORMATS } from "zxing-wasm/reader";
import { codeFormats, isCodeFormat, toCodeFormat, toZxingFormats } from "./formats.ts";

test("every format that zxing-wasm can read has a name of ours", () => {
  expect(READABLE_BARCODE_FORMATS.filter((name) => !toCodeFormat(name))).toEqual([]);
});

test("zxing-wasm is only asked for names it knows, each once", () => {
  const asked = toZxingFormats(codeFormats).split(",");
  expect(asked.filter((name) => !(READABLE_BARCODE_FORMATS as string[]).includes(name))).toEqual(
    [],
  );
  expect(new Set(asked).size).toBe(asked.length);
});

test("a name that zxing-wasm does not report belongs to no format", () => {
  expect(toCodeFormat("None")).toBeUndefined();
  expect(toCodeFormat("qr")).toBeUndefined();
});

test("formats can be narrowed to those of one family", () => {
  expect(toZxingFormats(["qr", "ean13"], "linear")).toBe("EAN13");
  expect(toZxingFormats(["qr", "microqr"], "linear")).toBe("");
});

test("only the listed names are formats", () => {
  expect(codeFormats.every(isCodeFormat)).toBe(true);
  expect(isCodeFormat("QRCode")).toBe(false);
  expect(isCodeFormat("toString")).toBe(false);
});
