import type { FastifyReply } from "fastify";
import { loginErrors } from "./login-errors.ts";

/**
 * The table of all errors of the hub: the HTTP status and the message of each code. Codes are
 * stable. An error is sent as `{ "message", "error": { "code", "message" } }`. Both messages are
 * the same sentence, which says what was wrong and what to do. Scanners show the top-level message
 * to the person who scanned.
 */
export const errors = {
  ...loginErrors,
  "invalid-request": {
    status: 400,
    message: "The request does not match the API; see /api/openapi.json.",
  },
  "not-a-tag": {
    status: 400,
    message:
      "This is not the identifier of a tag; write its bytes in hexadecimal, such as 04:A2:7F:1B:5E:80:00.",
  },
  "credentials-needed": {
    status: 401,
    message:
      "This inbox needs a username and a password; enter them where you entered its receiver URL, or pair this device.",
  },
  "credentials-wrong": {
    status: 401,
    message:
      "The username or password is wrong for this inbox; correct them where you entered its receiver URL, or pair this device again.",
  },
  "not-found": { status: 404, message: "There is nothing at this address." },
  "no-such-scan": { status: 404, message: "There is no scan with this number." },
  "no-such-inbox": {
    status: 404,
    message: "There is no inbox with this name; check the receiver URL.",
  },
  "no-such-credential": {
    status: 404,
    message: "This inbox has no user with this name; the list of inboxes shows its users.",
  },
  "no-such-tag": {
    status: 404,
    message: "There is no tag with this identifier; nobody has scanned or named it.",
  },
  "no-such-tag-name": {
    status: 404,
    message: "This tag has no name; it may have been removed already.",
  },
  "no-such-destination": {
    status: 404,
    message: "There is no destination with this name; check the list of destinations.",
  },
  "no-such-register": {
    status: 404,
    message: "There is no register with this name; check the list of registers.",
  },
  "no-such-display": {
    status: 404,
    message:
      "There is no such door display; it may have been removed, and the owner of the hub can make a new one.",
  },
  "not-a-supervisor": {
    status: 403,
    message:
      "Only a supervisor may do this; the hub's owner can make the user of this phone one, under Inboxes.",
  },
  "needs-a-user": {
    status: 403,
    message:
      "Only a user may do this, and an open inbox has none; the hub's owner can close it and add users, under Inboxes.",
  },
  "no-such-movement": {
    status: 404,
    message: "This register has no movement with this number; its journal lists them.",
  },
  "no-such-entry": {
    status: 404,
    message: "This register has no entry with this number; it may have been deleted.",
  },
  "no-such-route": {
    status: 404,
    message: "There is no route with this name; check the list of routes.",
  },
  "no-such-delivery": { status: 404, message: "There is no delivery with this number." },
  "no-such-backup": {
    status: 404,
    message: "This download is no longer available; make a new backup.",
  },
  "nothing-scanned": { status: 404, message: "Nothing of this kind has been scanned yet." },
  "method-not-allowed": {
    status: 405,
    message: "This address accepts only POST; send the scan with that method.",
  },
  "inbox-exists": {
    status: 409,
    message: "An inbox with this name exists already; choose another name.",
  },
  "destination-exists": {
    status: 409,
    message: "A destination with this name exists already; choose another name.",
  },
  "destination-overtaken": {
    status: 409,
    message:
      "Somebody else changed the destination at the same time, so nothing was saved; reload it and make your changes again.",
  },
  "answered-already": {
    status: 409,
    message: "These questions have been answered already; scan again.",
  },
  "ask-over": {
    status: 409,
    message: "The time to answer these questions is over; scan again.",
  },
  "changed-meanwhile": {
    status: 409,
    message:
      "This was changed in the meantime, so nothing was saved; look at the current values and send your change again with their revision.",
  },
  "route-exists": {
    status: 409,
    message: "A route with this name exists already; choose another name.",
  },
  "register-exists": {
    status: 409,
    message: "A register with this name exists already; choose another name.",
  },
  "register-borrowed": {
    status: 409,
    message: "Another register has its entries from this one; remove that one first.",
  },
  "inbox-answered": {
    status: 409,
    message:
      "A route of this inbox already answers its senders; set its mode to stored, or bind another inbox.",
  },
  "not-undone": {
    status: 409,
    message: "This movement cannot be undone, so nothing was changed.",
  },
  "key-taken": {
    status: 409,
    message: "Another entry has this code, so nothing was changed; take it from there first.",
  },
  "no-import": {
    status: 409,
    message:
      "There is no import to undo: only the last one of a register can be undone, once, and not after all its entries were deleted.",
  },
  "inbox-audited": {
    status: 409,
    message:
      "The scans of this inbox form an audit trail; they cannot be deleted, and the trail cannot be switched off.",
  },
  "backup-running": {
    status: 409,
    message: "A backup is being made at this moment; wait until it is done.",
  },
  "backup-impossible": {
    status: 409,
    message: "The hub cannot make a backup now; look at its log, or run scanhook backup.",
  },
  "kept-in-file": {
    status: 409,
    message: "This is defined in the settings file of the hub; change it there.",
  },
  "secrets-locked": {
    status: 409,
    message:
      "The secrets of this destination cannot be opened with the key this hub has; enter them again.",
  },
  "pair-code-unknown": {
    status: 410,
    message: "This pairing code is unknown; make a new one in the dashboard.",
  },
  "pair-code-used": {
    status: 410,
    message: "This pairing code has already been used; make a new one in the dashboard.",
  },
  "pair-code-expired": {
    status: 410,
    message: "This pairing code has expired; make a new one in the dashboard.",
  },
  "body-too-large": {
    status: 413,
    message: "The body is larger than this address accepts; send less at a time.",
  },
  "wrong-media-type": {
    status: 415,
    message: "The body must be JSON; send it with `Content-Type: application/json`.",
  },
  "not-a-scan": {
    status: 422,
    message: "The body is not a scan; it needs the strings identifier, date and content.",
  },
  "not-a-name": {
    status: 422,
    message:
      "This cannot be the name of a tag; use 1 to 100 characters on one line, without control characters.",
  },
  "not-a-destination": {
    status: 422,
    message:
      "This is not a valid destination; see /api/destination-kinds for the fields of each kind.",
  },
  "not-a-route": {
    status: 422,
    message: "This is not a valid route; check its destination, filter and shape.",
  },
  "not-a-register": {
    status: 422,
    message: "These are not valid rules of a register; check their times and numbers.",
  },
  "already-named": {
    status: 409,
    message: "Somebody has named this article meanwhile; the hub's owner can change its name.",
  },
  "not-a-label": {
    status: 422,
    message: "A name has 1 to 200 characters, and no line breaks or control characters.",
  },
  "no-such-round": { status: 404, message: "The register has no such round." },
  "no-rounds-here": { status: 422, message: "Only a stock has rounds." },
  "round-open": {
    status: 409,
    message: "A round of this register is going on; end it before you begin another one.",
  },
  "round-not-ended": {
    status: 409,
    message: "The round is still going on; end it first, and read its differences.",
  },
  "stock-in-the-way": {
    status: 409,
    message:
      "There is a quantity of this article, or there are articles at this place; book them to 0 before you change its unit or its role.",
  },
  "not-an-action": {
    status: 422,
    message: "The kind of the register has no such action.",
  },
  "not-a-quantity": {
    status: 422,
    message: "A quantity is a number of units with at most three decimals, such as 1.5.",
  },
  "not-an-answer": {
    status: 422,
    message: "An answer does not fit its question; the message names it.",
  },
  "not-a-person": {
    status: 422,
    message: "This entry is not a person; give it the role person first, or choose another one.",
  },
  "not-a-date": {
    status: 422,
    message: "A date is a day such as 2026-12-06, or a time such as 2026-12-06T18:00:00Z.",
  },
  "not-a-place": {
    status: 422,
    message: "This entry is not a place; give it the role place first, or choose another one.",
  },
  "not-a-key": {
    status: 422,
    message:
      "This is no code of an entry; write t: and a text, u: and the UID of a tag, m: and a mail address, or g: and the number of a product.",
  },
  "not-a-list": {
    status: 422,
    message: "The list cannot be imported; check its columns and the lines that the message names.",
  },
  "nothing-to-print": {
    status: 422,
    message: "No such guest has a code that can be printed; make codes first.",
  },
  "not-alert-settings": {
    status: 422,
    message: "These are not valid settings of alerts; name destinations that can take alerts.",
  },
  "https-only": {
    status: 421,
    message: "This address does not accept the request over plain HTTP; use the https address.",
  },
  "host-unknown": {
    status: 421,
    message:
      "This hub does not know the name in the address; open it at its address, or start it with --public-url and this name.",
  },
  "too-many-passwords": {
    status: 429,
    message:
      "Too many wrong passwords for this user from this address; wait ten seconds, check the password, and send again.",
  },
  "too-many-unknown-codes": {
    status: 429,
    message:
      "The scan is not stored: too many unknown codes were sent from here; wait ten seconds, and send it again.",
  },
  "too-many-exports": {
    status: 429,
    message: "Several exports are running already; wait until one of them is done and try again.",
  },
  "too-many-screens": {
    status: 429,
    message:
      "Too many screens show this door display already; close one of them, or make another display.",
  },
  internal: {
    status: 500,
    message: "Something went wrong inside the hub; its log says what.",
  },
  "destination-failed": {
    status: 502,
    message: "The scan is kept, but it could not be forwarded; the hub keeps trying.",
  },
  "store-unavailable": {
    status: 503,
    message: "The hub cannot store anything right now; check its disk or database and try again.",
  },
  "logins-waiting": {
    status: 503,
    message:
      "The scan is not stored: too many phones log in at this moment; send it again in a few seconds.",
  },
  closing: { status: 503, message: "The hub is shutting down; try again in a moment." },
  "destination-silent": {
    status: 504,
    message: "The scan is kept, but its destination did not respond in time; the hub keeps trying.",
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errors;

/**
 * Returns the JSON body of an error. `message` replaces the table's sentence with a more exact one.
 * `field` is the path of the wrong field in the request, with dots between the levels.
 */
export function errorBody(
  code: ErrorCode,
  message: string = errors[code].message,
  field?: string,
): { message: string; error: { code: ErrorCode; message: string; field?: string | undefined } } {
  return { message, error: { code, message, field } };
}

/** Sends an error of the table with its status. `message` and `field` are those of `errorBody`. */
export function refuse(
  reply: FastifyReply,
  code: ErrorCode,
  message?: string,
  field?: string,
): FastifyReply {
  return reply
    .code(errors[code].status)
    .type("application/json; charset=utf-8")
    .serializer(JSON.stringify)
    .send(errorBody(code, message, field));
}
