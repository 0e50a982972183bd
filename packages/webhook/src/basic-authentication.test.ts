import fc from "fast-check";
import { expect, test } from "vitest";
import {
  formatBasic,
  formatBasicChallenge,
  parseBasic,
  parseChallenges,
} from "./basic-authentication.ts";

test("reads and writes the examples of RFC 7617", () => {
  expect(formatBasic("Aladdin", "open sesame")).toBe("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
  expect(formatBasic("test", "123£")).toBe("Basic dGVzdDoxMjPCow==");
  expect(parseBasic("basic dGVzdDoxMjPCow==")).toEqual({ user: "test", password: "123£" });
});

test("reads the example of RFC 7617 as a browser sent it that knew only ISO-8859-1", () => {
  const bytes = Uint8Array.of(0x74, 0x65, 0x73, 0x74, 0x3a, 0x31, 0x32, 0x33, 0xa3);
  const header = `Basic ${Buffer.from(bytes).toString("base64")}`;
  expect(header).toBe("Basic dGVzdDoxMjOj");
  expect(parseBasic(header)).toEqual({ user: "test", password: "123£" });
});

test("any password, and any user without a colon, survive a round trip through the header", () => {
  const userWithoutColon = fc.string({ unit: "grapheme" }).filter((name) => !name.includes(":"));
  fc.assert(
    fc.property(userWithoutColon, fc.string({ unit: "grapheme" }), (user, password) => {
      expect(parseBasic(formatBasic(user, password))).toEqual({ user, password });
    }),
  );
});

test("any printable realm survives a round trip through the challenge", () => {
  fc.assert(
    fc.property(fc.string(), (realm) => {
      expect(parseChallenges(formatBasicChallenge(realm))).toEqual([{ scheme: "basic", realm }]);
    }),
  );
});

test.each([
  undefined,
  null,
  "",
  "Basic",
  "Basic ",
  "Basic !!!",
  "Bearer abc",
  "Basic bm9jb2xvbg==",
  "Basic /w==",
])("finds no credentials in %o", (header) => {
  expect(parseBasic(header)).toBeUndefined();
});

test.each([
  ['Basic realm="scans"', [{ scheme: "basic", realm: "scans" }]],
  ["Negotiate, NTLM, Basic", [{ scheme: "negotiate" }, { scheme: "ntlm" }, { scheme: "basic" }]],
  ['Bearer error="x", Basic', [{ scheme: "bearer" }, { scheme: "basic" }]],
  ["Negotiate YWJj==, Basic realm=a", [{ scheme: "negotiate" }, { scheme: "basic", realm: "a" }]],
  ["basic realm=scans", [{ scheme: "basic", realm: "scans" }]],
  ['Basic realm="a \\"b\\", c", charset="UTF-8"', [{ scheme: "basic", realm: 'a "b", c' }]],
  ['Basic charset="UTF-8" , realm="x"', [{ scheme: "basic", realm: "x" }]],
  ["Negotiate", [{ scheme: "negotiate" }]],
  ['Negotiate, Basic realm="y"', [{ scheme: "negotiate" }, { scheme: "basic", realm: "y" }]],
  [
    'Bearer realm="api", error="invalid_token", Basic realm="z"',
    [
      { scheme: "bearer", realm: "api" },
      { scheme: "basic", realm: "z" },
    ],
  ],
  ["NTLM TlRMTVNTUAAB==, Basic realm=q", [{ scheme: "ntlm" }, { scheme: "basic", realm: "q" }]],
  [
    'Newauth realm="apps", type=1, title="Login to \\"apps\\"", Basic realm="simple"',
    [
      { scheme: "newauth", realm: "apps" },
      { scheme: "basic", realm: "simple" },
    ],
  ],
  ["", []],
  [null, []],
])("splits %o into its challenges", (header, challenges) => {
  expect(parseChallenges(header)).toEqual(challenges);
});

test("parseChallenges returns an array for any header", () => {
  const pieces = fc.constantFrom("Basic", "realm", "=", '"', ",", " ", "\\", "a", "Bearer", "==");
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(pieces).map((parts) => parts.join("")),
      ),
      (header) => {
        expect(Array.isArray(parseChallenges(header))).toBe(true);
      },
    ),
  );
});
