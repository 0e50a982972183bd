import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeText } from "./text-file.ts";

const text = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom("a", "\n", "\r\n", ": "),
      fc.nat().map((code) => String.fromCodePoint(code % 0xd800)),
    ),
  })
  .filter((text) => !text.startsWith("\ufeff"));

test("UTF-8 with and without a byte order mark and UTF-16 with one give the same text", () => {
  fc.assert(
    fc.property(text, (text) => {
      const marked = `\ufeff${text}`;
      const littleEndian = Buffer.from(marked, "utf16le");
      const files = [
        Buffer.from(text),
        Buffer.from(marked),
        littleEndian,
        Buffer.from(littleEndian).swap16(),
      ];
      for (const file of files) expect(decodeText(file)).toEqual({ ok: true, text });
    }),
  );
});

test("a file in Latin-1 is refused with the line of its first other character", () => {
  const before = fc.array(fc.constantFrom("", "http-port: 8080", "title: žluť", "# \ufffd"));
  fc.assert(
    fc.property(before, fc.constantFrom("\n", "\r\n"), (lines, lineEnd) => {
      const file = Buffer.concat([
        Buffer.from(lines.map((line) => line + lineEnd).join("")),
        Buffer.from(`password: gr\xfcn${lineEnd}`, "latin1"),
        Buffer.from("password: \xfc", "latin1"),
      ]);
      expect(decodeText(file)).toEqual({ ok: false, line: lines.length + 1 });
    }),
  );
});

test("half a character of UTF-16 is refused with its line", () => {
  const file = Buffer.from("\ufeffa: b\nc: d\ud83d\n", "utf16le");
  expect(decodeText(file)).toEqual({ ok: false, line: 2 });
});

test("any bytes are decoded or refused", () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const decoded = decodeText(bytes);
      if (!decoded.ok) expect(decoded.line).toBeGreaterThan(0);
    }),
  );
});
