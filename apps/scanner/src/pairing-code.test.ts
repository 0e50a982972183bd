import fc from "fast-check";
import { expect, test } from "vitest";
import { pairingCode } from "./pairing-code.ts";

const page = "https://hub.local:8443/scan/#/qr";

test("a pairing link of this app gives its code", () => {
  expect(pairingCode("https://hub.local:8443/scan/#/pair?code=Ab-1_x", page)).toBe("Ab-1_x");
  expect(pairingCode("http://hub.local:8080/phone#/pair?code=Ab-1_x", page)).toBe("Ab-1_x");
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
])("%s is no pairing link of this app", (content) => {
  expect(pairingCode(content, page)).toBeUndefined();
});

test("any content can be asked about", () => {
  fc.assert(fc.property(fc.string(), (text) => pairingCode(text, page) === undefined));
});
