import fc from "fast-check";
import { expect, test } from "vitest";
import { findPairingCode } from "./pairing-code.ts";

const page = "https://hub.local:8443/scan/#/qr";

test("returns the code of a pairing link of this app", () => {
  expect(findPairingCode("https://hub.local:8443/scan/#/pair?code=Ab-1_x", page)).toBe("Ab-1_x");
  expect(findPairingCode("http://hub.local:8080/phone#/pair?code=Ab-1_x", page)).toBe("Ab-1_x");
});

test.each([
  "https://evil.example/scan/#/pair?code=x",
  "https://hub.local:9443/scan/#/pair?code=x",
  "https://hub.local:8443/other/#/pair?code=x",
  "https://hub.local:8443/scan/#/pair",
  "https://hub.local:8443/scan/#/pair?code=",
  "https://hub.local:8443/phone#/pair?code=x",
  "https://hub.local:8443/scan/#/scan-code",
  "code=x",
])("finds no pairing code of this app in %s", (content) => {
  expect(findPairingCode(content, page)).toBeUndefined();
});

test("finds no pairing code in any other text", () => {
  fc.assert(fc.property(fc.string(), (text) => findPairingCode(text, page) === undefined));
});
