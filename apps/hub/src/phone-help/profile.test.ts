import { execFileSync, spawnSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { toFingerprint, toProfile } from "./profile.ts";

const hasPython = spawnSync("python3", ["--version"]).status === 0;
if (!hasPython)
  console.warn("Some tests are skipped: they need python3, whose plistlib reads profiles.");
const testWithPython = test.skipIf(!hasPython);

const der = Buffer.from("not really a certificate, but bytes");

testWithPython("the profile is a property list that holds the certificate as a root", () => {
  const profile = parsePlist(toProfile({ der, name: "Scanhook CA pi 0a1b2c" }));
  expect(profile).toMatchObject({
    PayloadType: "Configuration",
    PayloadVersion: 1,
    PayloadDisplayName: "Scanhook CA pi 0a1b2c",
    PayloadRemovalDisallowed: false,
    PayloadContent: [
      {
        PayloadType: "com.apple.security.root",
        PayloadVersion: 1,
        PayloadCertificateFileName: "scanhook-ca.crt",
        PayloadContent: der.toString("base64"),
      },
    ],
  });
});

test("identifiers stay the same for a CA and differ between CAs and payloads", () => {
  const uuids = (bytes: Uint8Array, name: string) =>
    toProfile({ der: bytes, name }).match(/[\dA-F]{8}(-[\dA-F]{4}){3}-[\dA-F]{12}/g) ?? [];
  const original = uuids(der, "one");
  expect(uuids(der, "other")).toEqual(original);
  expect(new Set([...original, ...uuids(Buffer.from("another"), "one")]).size).toBe(4);
  for (const uuid of original) expect(uuid).toMatch(/^.{14}8.{4}[89AB]/);
});

test("the fingerprint is the SHA-256 of the certificate, as in FIPS 180-2, appendix B.1", () => {
  expect(toFingerprint(Buffer.from("abc"))).toBe(
    "BA:78:16:BF:8F:01:CF:EA:41:41:40:DE:5D:AE:22:23:B0:03:61:A3:96:17:7A:9C:B4:10:FF:61:F2:00:15:AD",
  );
});

testWithPython("any name gives a valid profile that shows it without control characters", () => {
  const names = fc.string({ unit: "grapheme", maxLength: 12 });
  const profiles = fc.array(names, { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(profiles, (list) => {
      const shown = parsePlists(list.map((name) => toProfile({ der, name })));
      const clean = list.map((name) => name.replace(/\p{Cc}/gu, ""));
      expect(shown.map((profile) => profile.PayloadDisplayName)).toEqual(clean);
    }),
    { numRuns: 5 },
  );
});

type Plist = Record<string, unknown>;

/**
 * Parses profiles with Python's plistlib, an independent reader of Apple's format. Data becomes
 * base64 text.
 */
function parsePlists(texts: string[]): Plist[] {
  const script = `import base64, json, plistlib, sys
show = lambda data: base64.b64encode(data).decode()
print(json.dumps([plistlib.loads(text.encode()) for text in json.load(sys.stdin)], default=show))`;
  const input = JSON.stringify(texts);
  return JSON.parse(
    execFileSync("python3", ["-c", script], { input, encoding: "utf8" }),
  ) as Plist[];
}

function parsePlist(text: string): Plist {
  return parsePlists([text])[0]!;
}
