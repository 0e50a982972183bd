import fc from "fast-check";
import { expect, test } from "vitest";
import { parseRoute, type Route, toHash } from "./router.ts";

test("every screen has an address that leads back to it", () => {
  const routes: Route[] = [
    { tab: "nfc", start: false },
    { tab: "qr", start: false },
    { tab: "document", start: false },
    { tab: "3d", start: false },
    { tab: "more", page: "menu" },
    { tab: "more", page: "webhook" },
    { tab: "more", page: "history" },
    { tab: "more", page: "entry", id: "0mi2k1q3a0010abc" },
    { tab: "more", page: "settings" },
    { tab: "more", page: "links" },
    { tab: "more", page: "about" },
    { tab: "pair" },
    { tab: "link" },
  ];
  for (const route of routes) expect(parseRoute(toHash(route))).toEqual(route);
});

test("the contract's links open their tab and start it", () => {
  expect(parseRoute("#/scan-nfc")).toEqual({ tab: "nfc", start: true });
  expect(parseRoute("#/scan-code")).toEqual({ tab: "qr", start: true });
  expect(parseRoute("#/scan-document")).toEqual({ tab: "document", start: true });
  expect(parseRoute("#/scan-object")).toEqual({ tab: "3d", start: true });
  expect(parseRoute("#/scan-room")).toEqual({ tab: "3d", start: true });
});

test("a pairing code is read from an address and never written into one", () => {
  const route = parseRoute("#/pair?code=aB3-_x");
  expect(route).toEqual({ tab: "pair", code: "aB3-_x" });
  expect(toHash(route)).toBe("#/pair");
});

test("links that ask for more than a screen are left to be looked into", () => {
  expect(parseRoute("#/scan-code?ret=https%3A%2F%2Fexample.com%2F")).toEqual({ tab: "link" });
  expect(parseRoute("#/write-nfc?text=Hello")).toEqual({ tab: "link" });
  expect(parseRoute("#/link?url=geo%3A48.2%2C16.37")).toEqual({ tab: "link" });
});

test("nothing opens the QR tab, what is not known is looked into, and nothing throws", () => {
  expect(parseRoute("")).toEqual({ tab: "qr", start: false });
  expect(parseRoute("#/")).toEqual({ tab: "qr", start: false });
  expect(parseRoute("#/constructor")).toEqual({ tab: "link" });
  expect(parseRoute("#/more/nonsense")).toEqual({ tab: "more", page: "menu" });
  fc.assert(fc.property(fc.string(), (hash) => void toHash(parseRoute(`#/${hash}`))));
});
