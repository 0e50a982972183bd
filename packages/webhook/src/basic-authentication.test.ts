import fc from "fast-check";
import { expect, test } from "vitest";
import { parseBasic, parseChallenges, printBasic } from "./basic-authentication.ts";

test("the examples of RFC 7617 hold", () => {
  expect(printBasic("Aladdin", "open sesame")).toBe("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
  expect(printBasic("test", "123£")).toBe("Basic dGVzdDoxMjPCow==");
  expect(parseBasic("basic dGVzdDoxMjPCow==")).toEqual({ user: "test", password: "123£" });
});

test("any user without a colon and any password survive the header", () => {
  const user = fc.string({ unit: "grapheme" }).filter((name) => !name.includes(":"));
  fc.assert(
    fc.property(user, fc.string({ unit: "grapheme" }), (user, password) => {
      expect(parseBasic(printBasic(user, password))).toEqual({ user, password });
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
])("%o holds no credentials", (header) => {
  expect(parseBasic(header)).toBeUndefined();
});

test.each([
  ['Basic realm="scans"', [{ scheme: "basic", realm: "scans" }]],
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
])("the challenges of %o are told apart", (header, challenges) => {
  expect(parseChallenges(header)).toEqual(challenges);
});

test("no header makes the challenge reader throw or hang", () => {
  const pieces = fc.constantFrom("Basic", "realm", "=", '"', ",", " ", "\\", "a", "Bearer", "==");
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(pieces).map((all) => all.join("")),
      ),
      (header) => {
        expect(Array.isArray(parseChallenges(header))).toBe(true);
      },
    ),
  );
});
