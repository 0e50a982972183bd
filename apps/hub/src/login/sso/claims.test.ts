import fc from "fast-check";
import { expect, test } from "vitest";
import { readGroups, readName, toPersonName } from "./claims.ts";

test("groups are read from a list or a text, and from objects by dots", () => {
  expect(readGroups({ groups: ["a", "b"] }, "groups")).toEqual(["a", "b"]);
  expect(readGroups({ groups: "a b" }, "groups")).toEqual(["a b"]);
  expect(readGroups({ groups: ["a", 1, null, { b: 1 }, ["c"]] }, "groups")).toEqual(["a"]);
  // Keycloak, and the names of Auth0, which hold dots.
  expect(readGroups({ realm_access: { roles: ["x"] } }, "realm_access.roles")).toEqual(["x"]);
  const named = { "https://a.example/groups": ["y"], "https://a": { "example/groups": ["z"] } };
  expect(readGroups(named, "https://a.example/groups")).toEqual(["y"]);
});

test("a claim that is missing or of another kind holds no groups", () => {
  for (const claims of [{}, { groups: null }, { groups: 7 }, { groups: { a: true } }])
    expect(readGroups(claims, "groups")).toBe(undefined);
  expect(readGroups({ groups: "x" }, "groups.length")).toBe(undefined);
  expect(readGroups({}, "__proto__.constructor.name")).toBe(undefined);
  expect(readGroups({}, "constructor.name")).toBe(undefined);
});

test("reading groups never throws, and finds only texts", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (claims, name) => {
      for (const claim of [name, ...Object.keys(claims)])
        for (const group of readGroups(claims, claim) ?? []) expect(typeof group).toBe("string");
    }),
  );
});

test("the name of a person fits the rule of names, with a number behind it, or is missing", () => {
  expect(readName({ name: "", preferred_username: "ada" })).toBe("ada");
  expect(readName({ name: 7, sub: "1" })).toBe(undefined);
  // The rule of the API: api/people/schemas.ts.
  const rule = /^[^\p{Cc}\p{DI}\p{Zl}\p{Zp}\s](?:[^\p{Cc}\p{Zl}\p{Zp}]*[^\p{Cc}\p{Zl}\p{Zp}\s])?$/u;
  const anyText = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.string({ unit: "grapheme", maxLength: 300 }),
    fc.string({
      unit: fc.constantFrom(" ", "\n", "\0", "\u2028", "\u00a0", "\u200b", "a", "\ud800"),
    }),
  );
  fc.assert(
    fc.property(anyText, (text) => {
      const name = toPersonName(text);
      if (name === undefined) {
        expect(text).toMatch(/^[\p{Cc}\p{DI}\p{Zl}\p{Zp}\s]*$/u);
        return;
      }
      expect(name).toMatch(rule);
      expect([...`${name} 9999`].length).toBeLessThanOrEqual(100);
      expect(name.isWellFormed()).toBe(true);
      expect(toPersonName(name)).toBe(name);
    }),
    { numRuns: 1000 },
  );
});
