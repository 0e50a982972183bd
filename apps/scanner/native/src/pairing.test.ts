import fc from "fast-check";
import { expect, test } from "vitest";
import { findPairingCode } from "./pairing-code.ts";
import { toPairingHub } from "./pairing-hub.ts";

const pages = ["capacitor://localhost/#/qr", "https://localhost/#/qr"];

test.each(pages)(
  "on %s a pairing link of any hub is found and split into page and code",
  (page) => {
    const link = "https://hub.local:8443/scan/#/pair?code=Ab-1_x";
    expect(findPairingCode(` ${link}\n`, page)).toBe(link);
    expect(toPairingHub(link)).toEqual({ page: "https://hub.local:8443/scan/", code: "Ab-1_x" });
  },
);

test.each([
  "http://hub.local/scan/#/pair?code=x",
  "https://anna:secret@hub.local/scan/#/pair?code=x",
  "https://hub.local/other/#/pair?code=x",
  "https://hub.local/scan/#/pair?code=",
  "https://hub.local/scan/#/scan-code",
  "scanhook://pair?code=x",
])("%s is no pairing link", (content) => {
  for (const page of pages) expect(findPairingCode(content, page)).toBeUndefined();
});

test("every pairing link found in any text has a hub and a code", () => {
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
    fc.array(parts).map((chosen) => chosen.join("")),
  );
  fc.assert(
    fc.property(content, (text) => {
      const link = findPairingCode(text, pages[0]!);
      if (link === undefined) return;
      const { page, code } = toPairingHub(link);
      expect(URL.parse(page)?.protocol).toBe("https:");
      expect(code).not.toBe("");
    }),
  );
});
