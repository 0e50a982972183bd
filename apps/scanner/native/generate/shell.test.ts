import { expect, test } from "vitest";
import { isAppId, parseBuild, parseOrigin } from "./shell.ts";

test("invalid application IDs and origins are rejected", () => {
  for (const id of ["org.example.scanner", "a.b1"]) expect(isAppId(id)).toBe(true);
  for (const id of ["scanner", "org.example.my-app", 'a.b"', "1.b", "a..b", ""]) {
    expect(isAppId(id)).toBe(false);
  }
  expect(parseOrigin("https://hub.example/scan/#/qr")).toBe("https://hub.example");
  for (const text of ["http://hub.example", "hub.example", "https://a:b@hub.example", ""]) {
    expect(parseOrigin(text)).toBeUndefined();
  }
});

test("a build is a whole number that Google Play takes", () => {
  expect(["1", "42", "2100000000"].map(parseBuild)).toEqual([1, 42, 2_100_000_000]);
  for (const text of ["", "0", "-1", "1.2", "01", "1e3", "2100000001", "99999999999999999999"]) {
    expect(parseBuild(text)).toBeUndefined();
  }
});
