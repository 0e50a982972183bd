import { describe, expect, test } from "vitest";
import { parseContent } from "./content.ts";
import { readGtin, readUpcE } from "./product.ts";

describe("a product", () => {
  test.each([
    ["4902580453022", "ean13", "EAN-13"],
    ["96385074", "ean8", "EAN-8"],
    ["882428015268", "upca", "UPC-A"],
    ["04965802", "upce", "UPC-E"],
    ["03897425", "upce", "UPC-E"],
    ["9783161484100", "ean13", "ISBN"],
  ])(
    "%s in a code of format %s is a product number of the standard %s",
    (content, format, standard) => {
      expect(parseContent(content, format)).toEqual({ kind: "product", number: content, standard });
    },
  );

  test("digits with a wrong check digit are text", () => {
    expect(parseContent("4902580453023", "ean13").kind).toBe("text");
    expect(parseContent("04965803", "upce").kind).toBe("text");
  });

  test("digits from a code of another format, or of no known format, are text", () => {
    expect(parseContent("4902580453022", "qr").kind).toBe("text");
    expect(parseContent("4902580453022").kind).toBe("text");
  });
});

describe("the number of a product", () => {
  test.each([
    // The examples of the GS1 General Specifications, and codes on packages.
    ["95200002", "00000095200002"],
    ["012345678905", "00012345678905"],
    ["036000291452", "00036000291452"],
    ["0036000291452", "00036000291452"],
    ["9521234543213", "09521234543213"],
    ["19521234543210", "19521234543210"],
    ["9521234543214", undefined],
    ["00340123450000000018", undefined],
    ["952123454321x", undefined],
    ["", undefined],
  ])("is read from %j as %j", (text, gtin) => {
    expect(readGtin(text)).toBe(gtin);
  });

  test.each([
    // Pairs of UPC-A and UPC-E in public guides to the conversion.
    ["04252614", "00042100005264"],
    ["01259814", "00012100005984"],
    ["01565839", "00015600000589"],
    ["04252615", undefined],
    ["24252614", undefined],
    ["4252614", undefined],
  ])("is read from the UPC-E %j as %j", (text, gtin) => {
    expect(readUpcE(text)).toBe(gtin);
  });
});
