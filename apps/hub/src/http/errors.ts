import type { FastifyReply } from "fastify";
import { type ExactMessage, readSentence } from "../texts/exact-message.ts";
import { hubTexts } from "../texts/hub-texts.ts";
import { loginErrors } from "./login-errors.ts";
import { registerErrors } from "./register-errors.ts";

const texts = hubTexts.read("errors", "en");

/** The HTTP status of each code. */
const statuses = {
  ...loginErrors,
  ...registerErrors,
  "invalid-request": 400,
  "not-a-tag": 400,
  "credentials-needed": 401,
  "credentials-wrong": 401,
  "not-found": 404,
  "no-such-scan": 404,
  "no-such-inbox": 404,
  "no-such-credential": 404,
  "no-such-tag": 404,
  "no-such-tag-name": 404,
  "no-such-destination": 404,
  "no-such-route": 404,
  "no-such-delivery": 404,
  "no-such-backup": 404,
  "nothing-scanned": 404,
  "method-not-allowed": 405,
  "inbox-exists": 409,
  "destination-exists": 409,
  "destination-overtaken": 409,
  "changed-meanwhile": 409,
  "route-exists": 409,
  "inbox-audited": 409,
  "backup-running": 409,
  "backup-impossible": 409,
  "kept-in-file": 409,
  "secrets-locked": 409,
  "pair-code-unknown": 410,
  "pair-code-used": 410,
  "pair-code-expired": 410,
  "body-too-large": 413,
  "wrong-media-type": 415,
  "not-a-scan": 422,
  "not-a-name": 422,
  "not-a-destination": 422,
  "not-a-route": 422,
  "not-alert-settings": 422,
  "https-only": 421,
  "host-unknown": 421,
  "too-many-passwords": 429,
  "too-many-unknown-codes": 429,
  "too-many-exports": 429,
  internal: 500,
  "destination-failed": 502,
  "store-unavailable": 503,
  "logins-waiting": 503,
  closing: 503,
  "destination-silent": 504,
} as const;

export type ErrorCode = keyof typeof statuses;

/**
 * The table of all errors of the hub: the HTTP status and the message of each code. Codes are
 * stable. An error is sent as `{ "message", "error": { "code", "message" } }`. Both messages are
 * the same sentence, which says what was wrong and what to do. Scanners show the top-level message
 * to the person who scanned.
 */
export const errors = Object.fromEntries(
  Object.entries(statuses).map(([code, status]) => [
    code,
    { status, message: texts.codes[code as ErrorCode] },
  ]),
) as Readonly<Record<ErrorCode, { status: number; message: string }>>;

/** The body of an error. `reason` and `values` are those of an `ExactMessage`. */
export type ErrorBody = {
  message: string;
  error: { code: ErrorCode; field?: string | undefined } & Omit<ExactMessage, "reason"> &
    Partial<Pick<ExactMessage, "reason">>;
};

/**
 * Returns the JSON body of an error. `message` replaces the table's sentence with a more exact one,
 * whose reason is sent too if it is one of `texts/en/errors.json`. `field` is the path of the wrong
 * field in the request, with dots between the levels.
 */
export function errorBody(
  code: ErrorCode,
  message: string | ExactMessage = errors[code].message,
  field?: string,
): ErrorBody {
  const exact = typeof message === "string" ? toExact(code, message) : message;
  return { message: exact.message, error: { code, ...exact, field } };
}

function toExact(code: ErrorCode, message: string) {
  const isStandard = message === errors[code].message;
  return (isStandard ? undefined : readSentence(message)) ?? { message };
}

/** Sends an error of the table with its status. `message` and `field` are those of `errorBody`. */
export function refuse(
  reply: FastifyReply,
  code: ErrorCode,
  message?: string | ExactMessage,
  field?: string,
): FastifyReply {
  return reply
    .code(errors[code].status)
    .type("application/json; charset=utf-8")
    .serializer(JSON.stringify)
    .send(errorBody(code, message, field));
}
