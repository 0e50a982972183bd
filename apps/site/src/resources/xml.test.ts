import fc from "fast-check";
import { XMLParser } from "fast-xml-parser";
import { describe, expect, test } from "vitest";
import { validateXML } from "xmllint-wasm";
import { element, escapeXml, xmlDocument } from "./xml.ts";

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
);
const reader = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "",
  parseTagValue: false,
  trimValues: false,
  htmlEntities: true,
});
/** What XML can hold of a text. */
const holdable = (text: string) =>
  text.toWellFormed().replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD");

describe("XML", () => {
  test("a reader gets every text back, but for characters that XML cannot hold", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { e } = reader.parse(element("e", {}, text, "!").xml);
        expect(e).toBe(`${holdable(text)}!`);
      }),
    );
  });

  test("libxml2 reads whatever texts and attributes hold", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(anyText, anyText), { maxLength: 30 }), async (pairs) => {
        const inside = pairs.map(([a, b]) => element("e", { a }, b));
        const contents = xmlDocument(element("root", {}, ...inside));
        const { errors } = await validateXML({
          xml: { fileName: "any.xml", contents },
          normalization: "format",
        });
        expect(errors).toEqual([]);
      }),
      { numRuns: 10 },
    );
  });

  test("control characters, lone surrogates and non-characters leave the sign of a missing one", () => {
    expect(escapeXml("a\u0000b\u000Bc\uD800d\uFFFEe\u{1F600}")).toBe("a�b�c�d�e\u{1F600}");
  });

  test("markup in a text stays text", () => {
    expect(element("e", { a: '"<&' }, ']]> <b> & "q"').xml).toBe(
      '<e a="&quot;&lt;&amp;">]]&gt; &lt;b&gt; &amp; &quot;q&quot;</e>',
    );
  });
});
