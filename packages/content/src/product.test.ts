import { describe, expect, test } from "vitest";
import { parseContent } from "./content.ts";

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
