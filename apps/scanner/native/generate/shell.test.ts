import { expect, test } from "vitest";
import { isAppId, parseOrigin } from "./shell.ts";

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
