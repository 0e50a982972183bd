import type { Scope } from "../../../store/logins.ts";
import type { Role } from "../../../store/people.ts";

// Written from the description of the roles and not from the table of `login/rights.ts`, which the
// tests compare with it. Owners: everything. Managers: all but people, secrets, backups and
// settings of the hub. Desks: the live view, registers by hand, the pairing of phones and the names
// of tags. Viewers: reading. An endpoint that the hub describes and that is missing here fails a
// test.

type Expected = { role: Role; scope: Scope };

const groups: readonly [Role, Scope, string][] = [
  [
    "viewer",
    "read",
    `GET /api/openapi.json
     GET /api/scans
     GET /api/scans/count
     GET /api/scans/export
     GET /api/scans/per-day
     GET /api/scans/per-content
     GET /api/scans/stream
     GET /api/scans/{id}
     GET /api/last/nfc
     GET /api/last/code
     GET /api/tags
     GET /api/tags/{identifier}
     GET /api/inboxes`,
  ],
  [
    "viewer",
    "registers",
    `GET /api/registers
     GET /api/registers/{name}
     GET /api/registers/{name}/entries
     GET /api/registers/{name}/entries/{id}
     GET /api/registers/{name}/entries/{id}/history
     GET /api/registers/{name}/movements
     GET /api/registers/{name}/stream
     GET /api/registers/{name}/export
     GET /api/registers/{name}/reports/{report}
     GET /api/registers/{name}/rounds
     GET /api/registers/{name}/rounds/{id}
     GET /api/registers/{name}/rounds/{id}/differences
     GET /api/registers/{name}/rounds/{id}/export
     GET /api/registers/{name}/labels
     GET /api/registers/{name}/labels.pdf
     GET /api/registers/{name}/labels.svg
     POST /api/registers/{name}/try`,
  ],
  [
    "viewer",
    "all",
    `DELETE /api/session
     POST /api/session/password
     GET /api/account
     DELETE /api/account/sessions/{id}
     POST /api/account/totp
     PUT /api/account/totp
     DELETE /api/account/totp
     POST /api/account/recovery-codes
     POST /api/account/passkeys/options
     POST /api/account/passkeys
     DELETE /api/account/passkeys/{id}
     GET /api/tokens
     POST /api/tokens
     DELETE /api/tokens/{id}`,
  ],
  ["desk", "read", "GET /api/addresses"],
  [
    "desk",
    "manage",
    `POST /api/inboxes/{name}/pair
     PUT /api/tags/{identifier}/name
     DELETE /api/tags/{identifier}/name`,
  ],
  [
    "desk",
    "registers",
    `POST /api/registers/{name}/entries
     PATCH /api/registers/{name}/entries/{id}
     POST /api/registers/{name}/entries/{id}/keys
     POST /api/registers/{name}/entries/{id}/act
     PUT /api/registers/{name}/entries/{id}/due
     POST /api/registers/{name}/movements/{id}/answers
     POST /api/registers/{name}/movements/{id}/undo
     POST /api/registers/{name}/rounds
     POST /api/registers/{name}/rounds/{id}/end`,
  ],
  [
    "manager",
    "registers",
    `POST /api/registers/{name}/rounds/{id}/apply
     POST /api/registers/{name}/rounds/{id}/undo
     DELETE /api/registers/{name}/entries/{id}
     POST /api/registers/{name}/import/preview
     POST /api/registers/{name}/import
     GET /api/registers/{name}/import
     POST /api/registers/{name}/import/undo
     POST /api/registers/{name}/codes`,
  ],
  ["manager", "read", "GET /metrics"],
  [
    "manager",
    "manage",
    `GET /api/people
     DELETE /api/scans/{id}
     POST /api/scans/delete
     POST /api/scans/restore
     GET /api/scans/deletions
     POST /api/scans/send
     POST /api/scans/send/count
     POST /api/inboxes
     PATCH /api/inboxes/{name}
     DELETE /api/inboxes/{name}
     GET /api/inboxes/{name}/expiring
     POST /api/inboxes/{name}/credentials
     PATCH /api/inboxes/{name}/credentials/{user}
     DELETE /api/inboxes/{name}/credentials/{user}
     PUT /api/inboxes/{name}/register
     DELETE /api/inboxes/{name}/register
     POST /api/registers
     PATCH /api/registers/{name}
     DELETE /api/registers/{name}
     POST /api/registers/{name}/empty
     GET /api/registers/{name}/displays
     POST /api/registers/{name}/displays
     DELETE /api/registers/{name}/displays/{id}
     GET /api/destination-kinds
     GET /api/destinations
     GET /api/destinations/{name}
     POST /api/destinations
     PATCH /api/destinations/{name}
     DELETE /api/destinations/{name}
     POST /api/destinations/{name}/test
     GET /api/routes
     GET /api/routes/{name}
     POST /api/routes
     PATCH /api/routes/{name}
     DELETE /api/routes/{name}
     POST /api/preview
     POST /api/test
     GET /api/deliveries
     GET /api/deliveries/count
     GET /api/deliveries/{id}
     GET /api/deliveries/{id}/request
     POST /api/deliveries/replay
     POST /api/deliveries/drop
     GET /api/config
     POST /api/config/diff`,
  ],
  [
    "owner",
    "all",
    `POST /api/people
     PATCH /api/people/{id}
     DELETE /api/people/{id}
     POST /api/people/{id}/link
     DELETE /api/people/{id}/sessions
     GET /api/changes
     GET /api/changes/export
     PATCH /api/changes
     GET /api/alerts
     PATCH /api/alerts
     POST /api/alerts/test
     GET /api/backup
     POST /api/backup
     GET /api/backup/{ticket}`,
  ],
];

/** The least role and the scope that each endpoint needs, by its name in the OpenAPI document. */
export const expectedRights: ReadonlyMap<string, Expected> = new Map(
  groups.flatMap(([role, scope, text]) =>
    text.split("\n").map((name) => [name.trim(), { role, scope }] as const),
  ),
);

/**
 * The endpoints that people with limited inboxes may use. All others are about the whole hub, or
 * need a role that nobody with a limit has. `{name}` stands for an inbox or a register.
 */
export function isForLimited(endpoint: string): boolean {
  const path = endpoint.split(" ")[1]!;
  if (/^\/api\/(session|account|tokens|openapi\.json|addresses|last)(\/|$)/.test(path)) return true;
  if (/^\/api\/scans(\/(count|export|per-day|per-content|stream|\{id\}))?$/.test(path))
    return !endpoint.startsWith("DELETE ");
  if (endpoint === "GET /api/inboxes" || endpoint === "GET /api/registers") return true;
  const isOfOne = /^\/api\/(inboxes|registers)\/\{name\}/.test(path);
  // Which inbox feeds which register concerns others, and so does the end of either.
  const concernsHub =
    path === "/api/inboxes/{name}/register" ||
    (endpoint.startsWith("DELETE ") && /^\/api\/(inboxes|registers)\/\{name\}$/.test(path));
  return isOfOne && !concernsHub;
}

/** The endpoints that change the entries of a list, which other registers may borrow. */
export const endpointsOfLists: readonly string[] = [
  "DELETE /api/registers/{name}/entries/{id}",
  "POST /api/registers/{name}/import",
  "POST /api/registers/{name}/import/undo",
  "POST /api/registers/{name}/codes",
  "POST /api/registers/{name}/empty",
];
