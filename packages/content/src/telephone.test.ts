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

  test("has its extension, which is dialed too", () => {
    const phone = parseContent("tel:+1-201-555-0123;ext=102");
    expect(phone).toEqual({ kind: "phone", number: "+1-201-555-0123", extension: "102" });
    expect(listOpenings(phone)[0]?.href).toBe("tel:+12015550123;ext=102");
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

  test.each([
    ["smsto:+436641234567:Are you there? Call me", "Are you there? Call me"],
    ["smsto:+436641234567:see https://a.example/?b=c&d", "see https://a.example/?b=c&d"],
    ["sms:+436641234567&body=Hello%20there", "Hello there"],
    ["sms:+436641234567;body=Hello", "Hello"],
    ["sms:+436641234567;phone-context=at?body=a%26b", "a&b"],
    ["smsto:+436641234567?body=a:b", "a:b"],
    ["sms:+436641234567", undefined],
  ])("%s has the text %j", (content, text) => {
    const expected = { kind: "sms", number: "+436641234567", ...(text ? { text } : {}) };
    expect(parseContent(content)).toEqual(expected);
  });

  test("has all of its numbers", () => {
    const message = parseContent("sms:+15105550101,+15105550102?body=hello%20there");
    expect(message).toMatchObject({ number: "+15105550101", others: ["+15105550102"] });
    expect(listOpenings(message)[0]?.href).toBe("sms:+15105550101,+15105550102?body=hello%20there");
  });

  test("opens with its text escaped", () => {
    expect(listOpenings(parseContent("smsto:+15105550101:a&b"))[0]?.href).toBe(
      "sms:+15105550101?body=a%26b",
    );
  });
});
