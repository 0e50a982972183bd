import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseContent } from "./content.ts";
import { serializeWifi } from "./wifi.ts";

describe("a Wi-Fi network", () => {
  test("is read from the example of ZXing's documentation", () => {
    expect(parseContent("WIFI:T:WPA;S:mynetwork;P:mypass;;")).toEqual({
      kind: "wifi",
      name: "mynetwork",
      security: "WPA",
      password: "mypass",
      hidden: false,
    });
  });

  test("is read from fields in any order, with their escapes resolved", () => {
    expect(parseContent('WIFI:S:\\"foo\\;bar\\\\baz\\";H:true;P:a\\:b\\,c;T:WPA;;')).toMatchObject({
      name: '"foo;bar\\baz"',
      password: "a:b,c",
      hidden: true,
    });
  });

  test("has a name without the quotes that mark hexadecimal digits as text", () => {
    expect(parseContent('WIFI:S:"ABCD";T:nopass;P:;;')).toEqual({
      kind: "wifi",
      name: "ABCD",
      security: "nopass",
      hidden: false,
    });
  });

  test("is not found in a text without a network name", () => {
    expect(parseContent("WIFI:T:WPA;P:x;;").kind).toBe("text");
  });

  test("is written as in the example of ZXing's documentation", () => {
    const network = { name: "mynetwork", security: "WPA", password: "mypass", hidden: false };
    expect(serializeWifi(network)).toBe("WIFI:T:WPA;S:mynetwork;P:mypass;;");
    expect(serializeWifi({ name: '"foo;bar\\baz"', security: "nopass", hidden: true })).toBe(
      'WIFI:T:nopass;S:\\"foo\\;bar\\\\baz\\";H:true;;',
    );
  });

  test("keeps any name and password through writing and parsing", () => {
    const text = fc.string({ minLength: 1, unit: "grapheme" });
    fc.assert(
      fc.property(text, text, fc.boolean(), (name, password, hidden) => {
        fc.pre(!/^"[0-9A-Fa-f]+"$/.test(name) && !/^"[0-9A-Fa-f]+"$/.test(password));
        const network = { name, security: "WPA", password, hidden };
        expect(parseContent(serializeWifi(network))).toEqual({ kind: "wifi", ...network });
      }),
    );
  });
});
