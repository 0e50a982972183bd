import fc from "fast-check";
import { expect, test } from "vitest";
import { pairingCode } from "./pairing-code.ts";
import { hubOf } from "./pairing-hub.ts";

const pages = ["capacitor://localhost/#/qr", "https://localhost/#/qr"];

test.each(pages)("on %s the link of any hub is taken, and taken apart again", (page) => {
  const link = "https://hub.local:8443/scan/#/pair?code=Ab-1_x";
  expect(pairingCode(` ${link}\n`, page)).toBe(link);
  expect(hubOf(link)).toEqual({ page: "https://hub.local:8443/scan/", code: "Ab-1_x" });
});

test.each([
  "http://hub.local/scan/#/pair?code=x",
  "https://anna:secret@hub.local/scan/#/pair?code=x",
  "https://hub.local/other/#/pair?code=x",
  "https://hub.local/scan/#/pair?code=",
  "https://hub.local/scan/#/scan-code",
  "scanhook://pair?code=x",
])("%s is no pairing link", (content) => {
  for (const page of pages) expect(pairingCode(content, page)).toBeUndefined();
});

test("any content can be asked about, and what is taken has a hub and a code", () => {
  const parts = fc.constantFrom(
    "https://",
    "hub.local",
    "/scan/",
    "#/pair",
    "?",
    "code=",
    "&",
    "x",
  );
  const content = fc.oneof(
    fc.string(),
    fc.array(parts).map((all) => all.join("")),
  );
  fc.assert(
    fc.property(content, (text) => {
      const link = pairingCode(text, pages[0]!);
      if (link === undefined) return;
      const { page, code } = hubOf(link);
      expect(URL.parse(page)?.protocol).toBe("https:");
      expect(code).not.toBe("");
    }),
  );
});
