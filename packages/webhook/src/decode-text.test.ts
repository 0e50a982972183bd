import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeText } from "./decode-text.ts";

const hasIconv = spawnSync("iconv", ["--version"]).error === undefined;
if (!hasIconv) console.warn("Charsets are not compared with iconv, because it is not installed.");

test.skipIf(!hasIconv).each([
  ["ISO-8859-1", "iso-8859-1"],
  ["ISO-8859-15", "ISO-8859-15"],
  ["WINDOWS-1252", "windows-1252"],
  ["UTF-16LE", "utf-16le"],
  ["UTF-16BE", "utf-16be"],
  // With a byte order mark.
  ["UTF-16", "utf-16"],
  ["UTF-8", "utf-8"],
])("text that iconv encodes as %s is read by its charset", (encoding, charset) => {
  const text = "Größe schön, Änderung";
  const { stdout } = spawnSync("iconv", ["-f", "UTF-8", "-t", encoding], { input: text });
  for (const contentType of [
    `text/plain; charset=${charset}`,
    `text/plain;charset="${charset}"; x=1`,
    `application/json; x=1 ; Charset=${charset.toUpperCase()}`,
  ]) {
    expect(decodeText(stdout, contentType)).toBe(text);
  }
});

test("a text without a charset, or with an unknown one, is UTF-8", () => {
  const bytes = new TextEncoder().encode("schön");
  for (const contentType of [null, undefined, "", "text/plain", "text/plain; charset=klingon"]) {
    expect(decodeText(bytes, contentType)).toBe("schön");
  }
});

test("a character that is cut off at the end is dropped if the text is not complete", () => {
  const bytes = new TextEncoder().encode("aü").subarray(0, 2);
  expect(decodeText(bytes, null, { isComplete: false })).toBe("a");
  expect(decodeText(bytes, null)).toBe("a\ufffd");
});

test("any bytes with any charset become text", () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.string(), (bytes, charset) => {
      expect(typeof decodeText(bytes, `text/plain; charset=${charset}`)).toBe("string");
    }),
  );
});
