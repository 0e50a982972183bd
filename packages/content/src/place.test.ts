import { describe, expect, test } from "vitest";
import { parseContent } from "./content.ts";

describe("a place", () => {
  test("is read from geo: (RFC 5870)", () => {
    expect(parseContent("geo:48.2010,16.3695,183")).toEqual({
      kind: "place",
      coordinates: { latitude: 48.201, longitude: 16.3695 },
    });
    expect(parseContent("geo:66,30;u=6.500;FOo=this%2dthat")).toMatchObject({
      coordinates: { latitude: 66, longitude: 30 },
    });
  });

  test("is read from a search as Android writes it", () => {
    expect(parseContent("geo:0,0?q=34.99,-106.61(Treasure)")).toEqual({
      kind: "place",
      coordinates: { latitude: 34.99, longitude: -106.61 },
      label: "Treasure",
    });
    expect(parseContent("geo:0,0?q=1600+Amphitheatre+Parkway")).toEqual({
      kind: "place",
      label: "1600 Amphitheatre Parkway",
    });
    expect(parseContent("geo:0,0?q=1,2(a(b)c)")).toMatchObject({
      coordinates: { latitude: 1, longitude: 2 },
      label: "a(b)c",
    });
    expect(parseContent("geo:0,0?q=The Anchor (Bankside")).toEqual({
      kind: "place",
      label: "The Anchor (Bankside",
    });
    expect(parseContent("geo:0,0?q=The Anchor ()")).toEqual({ kind: "place", label: "The Anchor" });
  });

  test("is on Earth only", () => {
    expect(parseContent("geo:48.2,16.37;crs=Moon-2011;u=35").kind).toBe("text");
    expect(parseContent("geo:48.2,16.37;u=35;CRS=WGS84").kind).toBe("place");
  });

  test("is not found at coordinates beyond the poles", () => {
    expect(parseContent("geo:91,0").kind).toBe("text");
  });
});
