import { describe, expect, test } from "vitest";
import { parseContent } from "./content.ts";
import { listOpenings } from "./openings.ts";

describe("a phone number", () => {
  test("is read from tel: (RFC 3966)", () => {
    expect(parseContent("tel:+1-201-555-0123")).toEqual({
      kind: "phone",
      number: "+1-201-555-0123",
    });
    expect(parseContent("tel:7042;phone-context=example.com")).toMatchObject({ number: "7042" });
    expect(parseContent("TEL:*%2306%23")).toMatchObject({ number: "*#06#" });
  });

  test("is not found in a tel: address without digits", () => {
    expect(parseContent("tel:call me").kind).toBe("text");
  });
});

describe("a text message", () => {
  test("is read from sms: (RFC 5724) and from smsto:, which phones write", () => {
    const expected = { kind: "sms", number: "+15105550101", text: "hello there" };
    expect(parseContent("sms:+15105550101?body=hello%20there")).toEqual(expected);
    expect(parseContent("SMSTO:+15105550101:hello there")).toEqual(expected);
  });

  test("opens with its text escaped", () => {
    expect(listOpenings(parseContent("smsto:+15105550101:a&b"))[0]?.href).toBe(
      "sms:+15105550101?body=a%26b",
    );
  });
});
