import fc from "fast-check";
import { expect, test } from "vitest";
import { givenRoles } from "../settings/role-rules.ts";
import { roles } from "../store/people.ts";
import { findRole } from "./find-role.ts";

test("the settings know every role", () => {
  expect(givenRoles).toEqual(roles);
});

test.each([
  [["staff"], undefined, "desk"],
  [["staff", "bosses"], undefined, "owner"],
  [["nobody"], undefined, "viewer"],
  [[], undefined, "viewer"],
  [["*"], undefined, "viewer"],
  [["Bosses"], undefined, "viewer"],
  [["bosses"], "hub", undefined],
  [["bosses", "hub"], "hub", "owner"],
] as const)("%j, with the needed group %j, gives %j", (groups, group, role) => {
  const rules = [
    { group: "*", role: "viewer" },
    { group: "staff", role: "desk" },
    { group: "bosses", role: "owner" },
  ] as const;
  expect(findRole({ group, roles: rules }, groups)).toBe(role);
});

test("without a matching group, nobody gets a role", () => {
  const rules = [{ group: "staff", role: "desk" }] as const;
  expect(findRole({ group: undefined, roles: rules }, ["other"])).toBe(undefined);
});

test("a role comes only from a rule for one's groups, and is the highest of these", () => {
  const anyGroup = fc.constantFrom("a", "b", "c", "*");
  const anyRule = fc.record({ group: anyGroup, role: fc.constantFrom(...roles) });
  fc.assert(
    fc.property(
      fc.array(anyRule),
      fc.array(anyGroup),
      fc.option(anyGroup, { nil: undefined }),
      (rules, groups, group) => {
        const ranks = rules
          .filter((rule) => rule.group === "*" || groups.includes(rule.group))
          .map(({ role }) => roles.indexOf(role));
        const isMember = group === undefined || groups.includes(group);
        const expected = isMember && ranks.length > 0 ? roles[Math.min(...ranks)] : undefined;
        expect(findRole({ group, roles: rules }, groups)).toBe(expected);
        // More groups never give less.
        const more = findRole({ group, roles: rules }, [...groups, "a"]);
        if (expected) expect(roles.indexOf(more!)).toBeLessThanOrEqual(roles.indexOf(expected));
      },
    ),
  );
});
