import { describe, expect, test } from "vitest";
import { publishInTest } from "./in-test.ts";
import { securityTxt } from "./security-txt.ts";

describe("security.txt", () => {
  test("holds for a year from the last change of the site", () => {
    const site = publishInTest([{ path: "a/" }, { path: "project/security/" }], {
      "docs/a.md": "2026-11-20T10:00:00Z",
      "docs/project/security.md": "2026-03-01T00:00:00Z",
    });
    expect(securityTxt(site, new Date("2027-01-01"))).toBe(
      [
        "Contact: mailto:security@y.example",
        "Expires: 2027-11-20T10:00:00Z",
        "Preferred-Languages: en",
        "Canonical: https://y.example/x/.well-known/security.txt",
        "Policy: https://y.example/x/project/security/",
        "",
      ].join("\n"),
    );
  });

  test("without a history it is the same for a month, and names a policy only when there is one", () => {
    const site = publishInTest([{ path: "a/" }]);
    const text = securityTxt(site, new Date("2026-11-02T03:00:00Z"));
    expect(text).toContain("Expires: 2027-11-01T00:00:00Z\n");
    expect(text).not.toContain("Policy");
    expect(securityTxt(site, new Date("2026-11-30T23:59:59Z"))).toBe(text);
  });
});
