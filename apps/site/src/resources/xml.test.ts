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
/** The part of a text that XML can represent. */
const toXmlCharacters = (text: string) =>
  text.toWellFormed().replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD");

describe("element and escapeXml", () => {
  test("preserve every text except for characters that XML forbids", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { e } = reader.parse(element("e", {}, text, "!").xml);
        expect(e).toBe(`${toXmlCharacters(text)}!`);
      }),
    );
  });

  test("produce XML that libxml2 accepts, for any text and attribute", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(anyText, anyText), { maxLength: 30 }),
        async (elements) => {
          const children = elements.map(([attribute, text]) =>
            element("e", { a: attribute }, text),
          );
          const contents = xmlDocument(element("root", {}, ...children));
          const { errors } = await validateXML({
            xml: { fileName: "any.xml", contents },
            normalization: "format",
          });
          expect(errors).toEqual([]);
        },
      ),
      { numRuns: 10 },
    );
  });

  test("replace control characters, lone surrogates and non-characters with U+FFFD", () => {
    expect(escapeXml("a\u0000b\u000Bc\uD800d\uFFFEe\u{1F600}")).toBe("a�b�c�d�e\u{1F600}");
  });

  test("escape markup in text", () => {
    expect(element("e", { a: '"<&' }, ']]> <b> & "q"').xml).toBe(
      '<e a="&quot;&lt;&amp;">]]&gt; &lt;b&gt; &amp; &quot;q&quot;</e>',
    );
  });
});
