import fc from "fast-check";
import type { Scope } from "../../store/logins.ts";
import type { Role } from "../../store/people.ts";

/** The inboxes of the model. `door` feeds the register `gala`, and `lab` the register `tools`. */
export const inboxes = ["door", "lab"] as const;
export type Limit = readonly string[] | undefined;

/**
 * A call of the API with what the issue of roles says about it, in words of its own: the lowest
 * role, the scope of a token, and what it is about. `some`: whatever of it the caller may see.
 * Bodies are wrong where a call would change something, so that an allowed one is refused with 4xx
 * other than 401 and 403.
 */
export type Use = {
  method: string;
  path: string;
  body?: object;
  lowest: Role;
  scope: Scope;
  about: "nothing" | "some" | "hub" | (typeof inboxes)[number];
};

const read = { method: "GET", lowest: "viewer", scope: "read" } as const;
const ofRegisters = { method: "GET", lowest: "viewer", scope: "registers" } as const;
const manage = { lowest: "manager", scope: "manage" } as const;
const own = { lowest: "owner", scope: "all", about: "hub" } as const;

export const uses: readonly Use[] = [
  { ...read, path: "/api/scans?limit=9", about: "some" },
  { ...read, path: "/api/scans?limit=9&inbox=lab", about: "some" },
  { ...read, path: "/api/scans/export?format=jsonl", about: "some" },
  { ...read, path: "/api/scans/per-day?by=inbox", about: "some" },
  { ...read, path: "/api/inboxes", about: "some" },
  { ...read, path: "/api/tags", about: "hub" },
  { ...read, path: "/api/openapi.json", about: "nothing" },
  { ...ofRegisters, path: "/api/registers", about: "some" },
  { ...ofRegisters, path: "/api/registers/gala/entries", about: "door" },
  { ...ofRegisters, path: "/api/registers/tools", about: "lab" },
  {
    ...{ method: "POST", path: "/api/registers/gala/entries", body: {} },
    ...{ lowest: "desk", scope: "registers", about: "door" },
  },
  {
    ...{ method: "POST", path: "/api/inboxes/lab/pair", body: { device: 5 } },
    ...{ lowest: "desk", scope: "manage", about: "lab" },
  },
  {
    ...{ method: "PUT", path: "/api/tags/04A2/name", body: {} },
    ...{ lowest: "desk", scope: "manage", about: "hub" },
  },
  { ...manage, method: "PATCH", path: "/api/inboxes/door", body: { open: 5 }, about: "door" },
  { ...manage, method: "PATCH", path: "/api/registers/tools", body: { title: 5 }, about: "lab" },
  { ...manage, method: "POST", path: "/api/inboxes", body: {}, about: "hub" },
  { ...manage, method: "POST", path: "/api/scans/delete", body: {}, about: "hub" },
  { ...manage, method: "GET", path: "/api/routes", about: "hub" },
  { ...manage, method: "GET", path: "/api/config", about: "hub" },
  { ...manage, method: "GET", path: "/api/people", about: "hub" },
  { ...own, method: "POST", path: "/api/people", body: {} },
  { ...own, method: "PATCH", path: "/api/alerts", body: { after: "no" } },
  { ...own, method: "GET", path: "/api/backup" },
  { ...own, method: "POST", path: "/api/backup", body: {} },
  { method: "GET", path: "/api/tokens", lowest: "viewer", scope: "all", about: "nothing" },
];

/** A step of a sequence. Numbers pick one of what exists, and wrap around. */
export type Step =
  | { kind: "invite"; role: Role; limit: Limit }
  | { kind: "accept"; person: number }
  | { kind: "log-in"; person: number }
  | { kind: "change-role"; person: number; role: Role }
  | { kind: "change-limit"; person: number; limit: Limit }
  | { kind: "remove"; person: number }
  | { kind: "log-out-everywhere"; person: number }
  | { kind: "log-out"; session: number }
  | { kind: "make-token"; session: number; scopes: readonly Scope[]; limit: Limit }
  | { kind: "revoke-token"; token: number }
  | { kind: "use"; right: number; use: number }
  | { kind: "watch"; right: number };

const role = fc.constantFrom<Role>("owner", "manager", "desk", "viewer");
const limit: fc.Arbitrary<Limit> = fc.constantFrom(undefined, ["door"], ["lab"], [], [...inboxes]);
const scopes = fc.uniqueArray(
  fc.constantFrom<Scope>("read", "send", "registers", "manage", "all"),
  { minLength: 1 },
);
const pick = fc.nat(20);

const step = (
  kind: Step["kind"],
  parts: Record<string, fc.Arbitrary<unknown>>,
  weight: number,
) => ({
  weight,
  arbitrary: fc.record({ kind: fc.constant(kind), ...parts }) as fc.Arbitrary<Step>,
});

/** Sequences of at most twenty steps, which begin with somebody who logs in. */
export const sequences: fc.Arbitrary<Step[]> = fc
  .tuple(
    fc.record({ kind: fc.constant("invite" as const), role, limit }),
    fc.array(
      fc.oneof(
        step("invite", { role, limit }, 1),
        step("accept", { person: pick }, 1),
        step("log-in", { person: pick }, 2),
        step("change-role", { person: pick, role }, 2),
        step("change-limit", { person: pick, limit }, 2),
        step("remove", { person: pick }, 1),
        step("log-out-everywhere", { person: pick }, 1),
        step("log-out", { session: pick }, 1),
        step("make-token", { session: pick, scopes, limit }, 2),
        step("revoke-token", { token: pick }, 1),
        step("use", { right: pick, use: fc.nat(uses.length - 1) }, 12),
        step("watch", { right: pick }, 1),
      ),
      { minLength: 8, maxLength: 18 },
    ),
  )
  .map(([invite, steps]) => [invite, { kind: "log-in", person: 0 }, ...steps]);

export type ModelPerson = { role: Role; limit: Limit; isThere: boolean };
export type ModelRight = {
  person: ModelPerson;
  isThere: boolean;
  /** Only tokens have them. */
  scopes?: readonly Scope[];
  limit?: Limit;
};

const ranks: Readonly<Record<Role, number>> = { viewer: 0, desk: 1, manager: 2, owner: 3 };

/** Returns which of the inboxes a right reaches, and whether it reaches the whole hub. */
export function reachOfModel({ person, limit }: ModelRight): { hub: boolean; seen: string[] } {
  const limits = [person.role === "owner" ? undefined : person.limit, limit];
  return {
    hub: limits.every((one) => one === undefined),
    seen: inboxes.filter((inbox) =>
      limits.every((one) => one === undefined || one.includes(inbox)),
    ),
  };
}

/** Returns whether the model allows a use at this moment. */
export function allows(right: ModelRight, use: Use): boolean {
  const { person, scopes } = right;
  if (!person.isThere || !right.isThere) return false;
  if (ranks[person.role] < ranks[use.lowest]) return false;
  if (scopes && !scopes.includes("all") && !scopes.includes(use.scope)) return false;
  const { hub, seen } = reachOfModel(right);
  if (use.about === "nothing" || use.about === "some") return true;
  return use.about === "hub" ? hub : seen.includes(use.about);
}

/** The state of a sequence: everybody and every right that there ever was. */
export type Model = { people: ModelPerson[]; sessions: ModelRight[]; tokens: ModelRight[] };

/** Returns one of a list by a number that wraps around. Undefined if the list is empty. */
export function pickFrom<T>(list: readonly T[], index: number): T | undefined {
  return list[index % Math.max(1, list.length)];
}
