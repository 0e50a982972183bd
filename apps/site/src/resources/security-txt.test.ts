import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { publicationOf } from "../testing/publication.ts";
import { securityTxt } from "./security-txt.ts";

describe("security.txt", () => {
  test("contains contact, expiry, policy and canonical address, and expires eleven months after the last change of the site", () => {
    const site = publicationOf([{ path: "a/" }, { path: "project/security/" }], {
      "docs/a.md": "2026-11-20T10:00:00Z",
      "docs/project/security.md": "2026-03-01T00:00:00Z",
    });
    expect(securityTxt(site, new Date("2027-01-01"))).toBe(
      [
        "Contact: mailto:security@y.example",
        "Expires: 2027-10-20T10:00:00Z",
        "Preferred-Languages: en",
        "Canonical: https://y.example/x/.well-known/security.txt",
        "Policy: https://y.example/x/project/security/",
        "",
      ].join("\n"),
    );
  });

  test("is identical within a month if the site has no history, and names a policy only if there is one", () => {
    const site = publicationOf([{ path: "a/" }]);
    const text = securityTxt(site, new Date("2026-11-02T03:00:00Z"));
    expect(text).toContain("Expires: 2027-10-01T00:00:00Z\n");
    expect(text).not.toContain("Policy");
    expect(securityTxt(site, new Date("2026-11-30T23:59:59Z"))).toBe(text);
  });

  test("is valid for months but less than a year, whenever the site is built", () => {
    const day = 86_400_000;
    const moment = fc.date({
      min: new Date("2026-01-01"),
      max: new Date("2099-01-01"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moment, fc.nat(4000), (changed, days) => {
        const now = new Date(changed.getTime() + days * day);
        const site = publicationOf([{ path: "a/" }], { "docs/a.md": changed.toISOString() });
        const [, expires = ""] = /^Expires: (.*)$/m.exec(securityTxt(site, now))!;
        const daysLeft = (Date.parse(expires) - now.getTime()) / day;
        expect(daysLeft).toBeGreaterThan(120);
        expect(daysLeft).toBeLessThan(366);
      }),
    );
  });
});
