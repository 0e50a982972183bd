import type { Scope } from "../store/logins.ts";
import { type PersonRecord, type Role, roles } from "../store/people.ts";
import { type ErrorReason, type ExactMessage, exactMessage } from "../texts/exact-message.ts";

/**
 * The right that a caller needs for an endpoint. `scope` is for API tokens. `reach` says how the
 * inboxes are found that the endpoint is about:
 * - `none`: it is about none.
 * - `inbox`, `register`, `scan`: the one in the path, with the inboxes that feed the register.
 * - `list`: the register in the path, and those that share its entries, which it changes for all.
 * - `filter`: the endpoint itself leaves out what is not in `reachOf(caller)`.
 * - `hub`: the whole hub, so that nobody with limited inboxes may use it.
 */
export type Right = {
  role: Role;
  scope: Scope;
  reach: "none" | "inbox" | "register" | "list" | "scan" | "filter" | "hub";
};

type Row = readonly [Role, Scope, Right["reach"]];

/** The table of rights: which role may call which endpoint. `access.ts` refuses all others. */
const table: Readonly<Record<string, Row>> = {
  "GET /metrics": ["manager", "read", "hub"],
  "GET /api/openapi.json": ["viewer", "read", "none"],
  "GET /api/addresses": ["desk", "read", "none"],

  "DELETE /api/session": ["viewer", "all", "none"],
  "POST /api/session/password": ["viewer", "all", "none"],
  "GET /api/account": ["viewer", "all", "none"],
  "DELETE /api/account/sessions/:id": ["viewer", "all", "none"],
  "POST /api/account/totp": ["viewer", "all", "none"],
  "PUT /api/account/totp": ["viewer", "all", "none"],
  "DELETE /api/account/totp": ["viewer", "all", "none"],
  "POST /api/account/recovery-codes": ["viewer", "all", "none"],
  "POST /api/account/passkeys/options": ["viewer", "all", "none"],
  "POST /api/account/passkeys": ["viewer", "all", "none"],
  "DELETE /api/account/passkeys/:id": ["viewer", "all", "none"],
  "GET /api/tokens": ["viewer", "all", "none"],
  "POST /api/tokens": ["viewer", "all", "none"],
  "DELETE /api/tokens/:id": ["viewer", "all", "none"],

  "GET /api/people": ["manager", "manage", "hub"],
  "POST /api/people": ["owner", "all", "hub"],
  "PATCH /api/people/:id": ["owner", "all", "hub"],
  "DELETE /api/people/:id": ["owner", "all", "hub"],
  "POST /api/people/:id/link": ["owner", "all", "hub"],
  "DELETE /api/people/:id/sessions": ["owner", "all", "hub"],

  "GET /api/scans": ["viewer", "read", "filter"],
  "GET /api/scans/count": ["viewer", "read", "filter"],
  "GET /api/scans/export": ["viewer", "read", "filter"],
  "GET /api/scans/per-day": ["viewer", "read", "filter"],
  "GET /api/scans/per-content": ["viewer", "read", "filter"],
  "GET /api/scans/stream": ["viewer", "read", "filter"],
  "GET /api/last/nfc": ["viewer", "read", "filter"],
  "GET /api/last/code": ["viewer", "read", "filter"],
  "GET /api/scans/:id": ["viewer", "read", "scan"],
  "DELETE /api/scans/:id": ["manager", "manage", "hub"],
  "POST /api/scans/delete": ["manager", "manage", "hub"],
  "POST /api/scans/restore": ["manager", "manage", "hub"],
  "GET /api/scans/deletions": ["manager", "manage", "hub"],
  "POST /api/scans/send": ["manager", "manage", "hub"],
  "POST /api/scans/send/count": ["manager", "manage", "hub"],
  "GET /api/tags": ["viewer", "read", "hub"],
  "GET /api/tags/:identifier": ["viewer", "read", "hub"],
  "PUT /api/tags/:identifier/name": ["desk", "manage", "hub"],
  "DELETE /api/tags/:identifier/name": ["desk", "manage", "hub"],

  "GET /api/inboxes": ["viewer", "read", "filter"],
  "POST /api/inboxes": ["manager", "manage", "hub"],
  "PATCH /api/inboxes/:name": ["manager", "manage", "inbox"],
  "DELETE /api/inboxes/:name": ["manager", "manage", "hub"],
  "GET /api/inboxes/:name/expiring": ["manager", "manage", "inbox"],
  "POST /api/inboxes/:name/pair": ["desk", "manage", "inbox"],
  "POST /api/inboxes/:name/credentials": ["manager", "manage", "inbox"],
  "PATCH /api/inboxes/:name/credentials/:user": ["manager", "manage", "inbox"],
  "DELETE /api/inboxes/:name/credentials/:user": ["manager", "manage", "inbox"],
  "PUT /api/inboxes/:name/register": ["manager", "manage", "hub"],
  "DELETE /api/inboxes/:name/register": ["manager", "manage", "hub"],

  "GET /api/registers": ["viewer", "registers", "filter"],
  "GET /api/registers/:name": ["viewer", "registers", "register"],
  "GET /api/registers/:name/entries": ["viewer", "registers", "register"],
  "GET /api/registers/:name/entries/:id": ["viewer", "registers", "register"],
  "GET /api/registers/:name/entries/:id/history": ["viewer", "registers", "register"],
  "GET /api/registers/:name/movements": ["viewer", "registers", "register"],
  "GET /api/registers/:name/stream": ["viewer", "registers", "register"],
  "GET /api/registers/:name/export": ["viewer", "registers", "register"],
  "GET /api/registers/:name/reports/:report": ["viewer", "registers", "register"],
  "GET /api/registers/:name/rounds": ["viewer", "registers", "register"],
  "GET /api/registers/:name/rounds/:id": ["viewer", "registers", "register"],
  "GET /api/registers/:name/rounds/:id/differences": ["viewer", "registers", "register"],
  "GET /api/registers/:name/rounds/:id/export": ["viewer", "registers", "register"],
  "GET /api/registers/:name/labels": ["viewer", "registers", "register"],
  "GET /api/registers/:name/labels.pdf": ["viewer", "registers", "register"],
  "GET /api/registers/:name/labels.svg": ["viewer", "registers", "register"],
  "POST /api/registers/:name/try": ["viewer", "registers", "register"],
  "POST /api/registers/:name/entries": ["desk", "registers", "register"],
  "PATCH /api/registers/:name/entries/:id": ["desk", "registers", "register"],
  "POST /api/registers/:name/entries/:id/keys": ["desk", "registers", "register"],
  "POST /api/registers/:name/entries/:id/act": ["desk", "registers", "register"],
  "PUT /api/registers/:name/entries/:id/due": ["desk", "registers", "register"],
  "POST /api/registers/:name/movements/:id/answers": ["desk", "registers", "register"],
  "POST /api/registers/:name/movements/:id/undo": ["desk", "registers", "register"],
  "POST /api/registers/:name/rounds": ["desk", "registers", "register"],
  "POST /api/registers/:name/rounds/:id/end": ["desk", "registers", "register"],
  "POST /api/registers/:name/rounds/:id/apply": ["manager", "registers", "register"],
  "POST /api/registers/:name/rounds/:id/undo": ["manager", "registers", "register"],
  "DELETE /api/registers/:name/entries/:id": ["manager", "registers", "list"],
  "POST /api/registers/:name/import/preview": ["manager", "registers", "register"],
  "POST /api/registers/:name/import": ["manager", "registers", "list"],
  "GET /api/registers/:name/import": ["manager", "registers", "register"],
  "POST /api/registers/:name/import/undo": ["manager", "registers", "list"],
  "POST /api/registers/:name/codes": ["manager", "registers", "list"],
  "POST /api/registers": ["manager", "manage", "hub"],
  "PATCH /api/registers/:name": ["manager", "manage", "register"],
  "DELETE /api/registers/:name": ["manager", "manage", "hub"],
  "POST /api/registers/:name/empty": ["manager", "manage", "list"],
  "GET /api/registers/:name/displays": ["manager", "manage", "register"],
  "POST /api/registers/:name/displays": ["manager", "manage", "register"],
  "DELETE /api/registers/:name/displays/:id": ["manager", "manage", "register"],

  "GET /api/destination-kinds": ["manager", "manage", "hub"],
  "GET /api/destinations": ["manager", "manage", "hub"],
  "GET /api/destinations/:name": ["manager", "manage", "hub"],
  "POST /api/destinations": ["manager", "manage", "hub"],
  "PATCH /api/destinations/:name": ["manager", "manage", "hub"],
  "DELETE /api/destinations/:name": ["manager", "manage", "hub"],
  "POST /api/destinations/:name/test": ["manager", "manage", "hub"],
  "GET /api/routes": ["manager", "manage", "hub"],
  "GET /api/routes/:name": ["manager", "manage", "hub"],
  "POST /api/routes": ["manager", "manage", "hub"],
  "PATCH /api/routes/:name": ["manager", "manage", "hub"],
  "DELETE /api/routes/:name": ["manager", "manage", "hub"],
  "POST /api/preview": ["manager", "manage", "hub"],
  "POST /api/test": ["manager", "manage", "hub"],
  "GET /api/deliveries": ["manager", "manage", "hub"],
  "GET /api/deliveries/count": ["manager", "manage", "hub"],
  "GET /api/deliveries/:id": ["manager", "manage", "hub"],
  "GET /api/deliveries/:id/request": ["manager", "manage", "hub"],
  "POST /api/deliveries/replay": ["manager", "manage", "hub"],
  "POST /api/deliveries/drop": ["manager", "manage", "hub"],
  "GET /api/config": ["manager", "manage", "hub"],
  "POST /api/config/diff": ["manager", "manage", "hub"],

  "GET /api/changes": ["owner", "all", "hub"],
  "GET /api/changes/export": ["owner", "all", "hub"],
  "PATCH /api/changes": ["owner", "all", "hub"],
  "GET /api/alerts": ["owner", "all", "hub"],
  "PATCH /api/alerts": ["owner", "all", "hub"],
  "POST /api/alerts/test": ["owner", "all", "hub"],
  "GET /api/backup": ["owner", "all", "hub"],
  "POST /api/backup": ["owner", "all", "hub"],
  "GET /api/backup/:ticket": ["owner", "all", "hub"],
};

/**
 * The right that a token needs to post scans to an inbox, and to act and answer beneath it. It is
 * no row of the table, because most senders are users of the inbox and no people.
 */
export const sendRight: Right = { role: "desk", scope: "send", reach: "inbox" };

/** The rights by the method and path of an endpoint, such as `GET /api/scans/:id`. */
export const rights: ReadonlyMap<string, Right> = new Map(
  Object.entries(table).map(([endpoint, [role, scope, reach]]) => [
    endpoint,
    { role, scope, reach },
  ]),
);

/** The caller of a request: a person as they are now, by an API token or in a browser. */
export type Caller = {
  person: PersonRecord;
  /** How the request shows who it is from: a session, an API token, or a header of a proxy. */
  via: "session" | "token" | "proxy";
  token?:
    | {
        id: number;
        name: string;
        scopes: readonly Scope[];
        inboxes?: readonly string[] | undefined;
        expiresAt?: string | undefined;
      }
    | undefined;
};

/** Why a caller may not call an endpoint. `message` is a sentence for them. */
export type Denial = {
  code: "role-too-low" | "token-too-narrow" | "inbox-out-of-reach";
  message: ExactMessage;
};

/**
 * Returns why the caller may not call an endpoint, as far as their role, the scopes of their token
 * and the reach of the endpoint tell. Undefined if they may, for inboxes within `reachOf(caller)`.
 */
export function findDenial(caller: Caller, right: Right): Denial | undefined {
  const { person, token } = caller;
  if (!hasRole(person.role, right.role)) {
    const reason = `${person.role}-not-${right.role}` as RoleReason;
    return { code: "role-too-low", message: exactMessage(reason) };
  }
  if (token && !token.scopes.includes("all") && !token.scopes.includes(right.scope)) {
    const values = { token: token.name, scopes: token.scopes.join(", "), needed: right.scope };
    return { code: "token-too-narrow", message: exactMessage("token-scopes", values) };
  }
  return right.reach === "hub" ? findReachDenial(caller, undefined) : undefined;
}

/**
 * Returns why the caller may not use one of these inboxes. Undefined inboxes stand for the whole
 * hub. With `all`, every inbox has to be within reach, and else at least one.
 */
export function findReachDenial(
  caller: Caller,
  inboxes: readonly string[] | undefined,
  { all = false }: { all?: boolean } = {},
): Denial | undefined {
  const reach = reachOf(caller);
  if (!reach) return undefined;
  const isReached = (inbox: string) => reach.includes(inbox);
  const isAllowed = all ? inboxes?.length && inboxes.every(isReached) : inboxes?.some(isReached);
  if (isAllowed) return undefined;
  const what = caller.token?.inboxes ? "token" : "account";
  const message =
    reach.length === 0
      ? exactMessage(`${what}-limited-to-none`)
      : exactMessage(`${what}-limited`, { inboxes: reach.join(", ") });
  return { code: "inbox-out-of-reach", message };
}

/** Returns the inboxes that a caller is limited to. Undefined: all. */
export function reachOf({ person, token }: Caller): readonly string[] | undefined {
  const own = person.role === "owner" ? undefined : person.inboxes;
  const given = token?.inboxes;
  if (!own || !given) return own ?? given;
  return given.filter((inbox) => own.includes(inbox));
}

/** Returns whether a register is within a limit, which is so if one of its inboxes is. */
export function reachesRegister(
  reach: readonly string[] | undefined,
  { bindings }: { bindings: readonly { inbox: string }[] },
): boolean {
  return reach === undefined || bindings.some(({ inbox }) => reach.includes(inbox));
}

export function hasRole(role: Role, needed: Role): boolean {
  return roles.indexOf(role) <= roles.indexOf(needed);
}

/** The sentences that tell a role that another one is needed. */
type RoleReason = Extract<ErrorReason, `${Role}-not-${Role}`>;
