import { type PersonRecord, type Role, roles } from "../../src/store/people.ts";

/**
 * The acts that the page offers only to some people, with the lowest role for each. The second part
 * says how it is limited for people who are limited to inboxes:
 *
 * - `hub`: it is about the whole hub, so they may not do it.
 * - `one`: they may if one of the inboxes that it is about is theirs.
 * - `all`: they may if all of these inboxes are theirs.
 *
 * The table of the hub is in `login/rights.ts`. This one is small, because it is in the first load.
 */
const needs = {
  seeTags: ["viewer", "hub"],
  nameTags: ["desk", "hub"],
  pair: ["desk", "one"],
  changeInbox: ["manager", "one"],
  addInboxes: ["manager", "hub"],
  deleteScans: ["manager", "hub"],
  /** Acts in registers by hand, and their entries. */
  act: ["desk", "one"],
  changeRegister: ["manager", "all"],
  addRegisters: ["manager", "hub"],
  forward: ["manager", "hub"],
  seePeople: ["manager", "hub"],
  /** People, secrets, alerts, backups, and the journal of changes. */
  own: ["owner", "hub"],
} as const satisfies Record<string, readonly [Role, "hub" | "one" | "all"]>;

export type Act = keyof typeof needs;

export type Person = PersonRecord;

/**
 * Returns whether a person may do something. `inboxes` are those that it is about, such as the ones
 * that feed a register. Without them, returns whether the person may do it anywhere.
 */
export function isAllowed(
  { role, inboxes: own }: Pick<Person, "role" | "inboxes">,
  act: Act,
  inboxes?: readonly string[],
): boolean {
  const [needed, reach] = needs[act];
  if (roles.indexOf(role) > roles.indexOf(needed)) return false;
  if (!own || role === "owner") return true;
  if (reach === "hub") return false;
  const isOwn = (inbox: string) => own.includes(inbox);
  if (!inboxes) return true;
  return reach === "one" ? inboxes.some(isOwn) : inboxes.length > 0 && inboxes.every(isOwn);
}
