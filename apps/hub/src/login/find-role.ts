import type { RoleRule } from "../settings/role-rules.ts";
import { type Role, roles } from "../store/people.ts";

/** The settings `sso-group` and `sso-roles`. */
export type GroupRules = { group: string | undefined; roles: readonly RoleRule[] };

/**
 * Returns the highest role that these groups give. Undefined if they give none, or if the group
 * that everybody needs is not among them.
 */
export function findRole(rules: GroupRules, groups: readonly string[]): Role | undefined {
  if (rules.group !== undefined && !groups.includes(rules.group)) return undefined;
  const given = rules.roles.filter(({ group }) => group === "*" || groups.includes(group));
  return roles.find((role) => given.some((rule) => rule.role === role));
}
