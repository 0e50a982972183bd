import type { SettingValue } from "./setting-values.ts";

/** Gives a role to the members of a group. The group `*` stands for everybody. */
export type RoleRule = { group: string; role: (typeof givenRoles)[number] };

/** The roles that a group may give, the most first. */
export const givenRoles = ["owner", "manager", "desk", "viewer"] as const;

/** Parses rules such as `staff=desk,*=viewer`. A group may hold `=`, but no comma. */
export function parseRoleRules(text: string): SettingValue {
  const expected =
    "groups with a role each, such as scanhook-owners=owner,staff=desk,*=viewer; roles are owner, manager, desk and viewer";
  const rules = text.split(",").map((part) => {
    const at = part.lastIndexOf("=");
    const group = part.slice(0, Math.max(at, 0)).trim();
    const role = givenRoles.find((name) => name === part.slice(at + 1).trim());
    return role && isGroup(group) ? { group, role } : undefined;
  });
  const valid = rules.filter((rule) => rule !== undefined);
  return valid.length === rules.length ? { ok: true, value: valid } : { ok: false, expected };
}

/** Parses the name of a group. */
export function parseGroup(text: string): SettingValue {
  return isGroup(text)
    ? { ok: true, value: text }
    : { ok: false, expected: "the name of a group in one line" };
}

function isGroup(text: string): boolean {
  return /^[^\p{Cc}]{1,300}$/u.test(text);
}
