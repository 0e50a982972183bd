import fc from "fast-check";
import { expect, test } from "vitest";
import { toFileName } from "./file-name.ts";

test.each([
  ["Invoice 4711", "Invoice 4711"],
  ["a/b\\c:d", "a b c d"],
  ["../../etc", "etc"],
  ["", "document"],
  ["Müller & Söhne 発注書", "Müller & Söhne 発注書"],
])("the title %j becomes the file name %j", (title, name) => {
  expect(toFileName(title)).toBe(name);
});

test("no title gives a name that a system refuses", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (title) => {
      expect(toFileName(title)).toMatch(/^[^./\\:*?"<>|\p{Cc}][^/\\:*?"<>|\p{Cc}]*$/u);
    }),
  );
});
