import type { FastifyReply } from "fastify";
import { loginErrors } from "./login-errors.ts";
import { registerErrors } from "./register-errors.ts";

/**
 * The table of all errors of the hub: the HTTP status and the message of each code. Codes are
 * stable. An error is sent as `{ "message", "error": { "code", "message" } }`. Both messages are
 * the same sentence, which says what was wrong and what to do. Scanners show the top-level message
 * to the person who scanned.
 */
export const errors = {
  ...loginErrors,
  ...registerErrors,
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
  "changed-meanwhile": {
    status: 409,
    message:
      "This was changed in the meantime, so nothing was saved; look at the current values and send your change again with their revision.",
  },
  "route-exists": {
    status: 409,
    message: "A route with this name exists already; choose another name.",
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
