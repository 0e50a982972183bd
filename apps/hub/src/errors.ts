import type { FastifyError, FastifyInstance, FastifyReply } from "fastify";
import { StoreUnavailable } from "./store/store.ts";

/**
 * Every error the hub answers with: code → HTTP status and the sentence a person reads.
 * Codes are stable; they appear as `{ "error": { "code", "message" } }`.
 */
export const errors = {
  "invalid-request": {
    status: 400,
    message: "The request is not as the API expects it; see /api/openapi.json.",
  },
  "not-a-tag": {
    status: 400,
    message:
      "That is not the identifier of a tag; write its bytes in hexadecimal, such as 04:A2:7F:1B:5E:80:00.",
  },
  "login-needed": {
    status: 401,
    message: "Log in first, or send an API token as `Authorization: Bearer shk_…`.",
  },
  "credentials-needed": {
    status: 401,
    message: "This inbox wants a username and a password; set them in the scanner.",
  },
  "credentials-wrong": {
    status: 401,
    message: "The username or the password is not right for this inbox; check both in the scanner.",
  },
  "password-wrong": {
    status: 401,
    message: "That is not the password; try again.",
  },
  "login-link-used": {
    status: 401,
    message:
      "This log-in link is no longer good; log in with the password, or restart the hub for a new link while none is set.",
  },
  "token-wrong": {
    status: 401,
    message: "This API token is not known here; make a new one in the dashboard.",
  },
  "cross-site": {
    status: 403,
    message: "The request came from another site's page; open the dashboard of this hub itself.",
  },
  "not-found": { status: 404, message: "There is nothing at this address." },
  "no-such-scan": { status: 404, message: "There is no scan with this number." },
  "no-such-inbox": {
    status: 404,
    message: "There is no inbox with this name; check the receiver URL.",
  },
  "no-such-credential": {
    status: 404,
    message: "This inbox has no such username; the list of inboxes shows those it has.",
  },
  "no-such-token": {
    status: 404,
    message: "There is no token with this number; it may have been removed already.",
  },
  "no-such-tag": {
    status: 404,
    message: "There is no tag with this identifier; it has been neither scanned nor named.",
  },
  "no-such-tag-name": {
    status: 404,
    message: "This tag has no name; it may have been taken away already.",
  },
  "no-such-destination": {
    status: 404,
    message:
      "There is no destination with this name; the list of destinations shows those there are.",
  },
  "no-such-route": {
    status: 404,
    message: "There is no route with this name; the list of routes shows those there are.",
  },
  "no-such-delivery": { status: 404, message: "There is no delivery with this number." },
  "nothing-scanned": { status: 404, message: "Nothing of this kind has been scanned yet." },
  "method-not-allowed": {
    status: 405,
    message: "This address takes scans by POST; send the scan with that method.",
  },
  "inbox-exists": {
    status: 409,
    message: "An inbox with this name is there already; choose another name.",
  },
  "destination-exists": {
    status: 409,
    message: "A destination with this name is there already; choose another name.",
  },
  "destination-overtaken": {
    status: 409,
    message:
      "The destination was changed by somebody else at the same moment, so nothing was saved; look at it again, and save once more what is still to be changed.",
  },
  "route-exists": {
    status: 409,
    message: "A route with this name is there already; choose another name.",
  },
  "inbox-audited": {
    status: 409,
    message:
      "The scans of this inbox are an audit trail: they cannot be deleted, and the trail cannot be switched off.",
  },
  "kept-in-file": {
    status: 409,
    message: "This is kept in the settings file of the hub; change it there.",
  },
  "secrets-locked": {
    status: 409,
    message:
      "The secrets of this destination cannot be opened with the key this hub has; enter them again.",
  },
  "password-not-set": {
    status: 409,
    message: "No password is set yet; open the one-time link that the hub printed when it started.",
  },
  "pair-code-unknown": {
    status: 410,
    message: "This pairing code is not known here; make a new one in the dashboard.",
  },
  "pair-code-used": {
    status: 410,
    message: "This pairing code has been used already; make a new one in the dashboard.",
  },
  "pair-code-expired": {
    status: 410,
    message: "This pairing code is too old; make a new one in the dashboard.",
  },
  "body-too-large": { status: 413, message: "The body is larger than 1 MiB; send less at once." },
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
      "That cannot be the name of a tag; use 1 to 100 characters on one line, no control characters.",
  },
  "not-a-destination": {
    status: 422,
    message:
      "That cannot be a destination; see /api/destination-kinds for the fields of each kind.",
  },
  "not-a-route": {
    status: 422,
    message: "That cannot be a route; check its destination, filter and shape.",
  },
  "password-too-short": {
    status: 422,
    message: "The password is too short; use at least 8 characters.",
  },
  "https-only": {
    status: 421,
    message: "This address does not take it over plain HTTP; use the https address.",
  },
  "too-many-tries": {
    status: 429,
    message: "Too many wrong tries from this address; wait a little and try again.",
  },
  internal: {
    status: 500,
    message: "Something went wrong inside the hub; its log says what.",
  },
  "destination-failed": {
    status: 502,
    message: "The scan is kept, but it could not be passed through; the hub goes on trying.",
  },
  "store-unavailable": {
    status: 503,
    message: "The hub cannot store anything right now; check its disk or database and try again.",
  },
  closing: { status: 503, message: "The hub is shutting down; try again in a moment." },
  "destination-silent": {
    status: 504,
    message:
      "The scan is kept, but its destination did not answer in time; the hub goes on trying.",
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errors;

/**
 * The JSON body of an error answer. `message` replaces the table's sentence where more is known; `field` names what in
 * the request is wrong, with dots between the levels.
 */
export function errorBody(
  code: ErrorCode,
  message: string = errors[code].message,
  field?: string,
): { error: { code: ErrorCode; message: string; field?: string } } {
  return { error: { code, message, ...(field !== undefined && { field }) } };
}

/** Answers a request with an error of the table: its status, its code, its sentence (or a closer one). */
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

/** What is thrown on the way becomes an answer of the table here; what nobody foresaw is logged and not shown. */
export function answerErrors(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) => refuse(reply, "not-found"));
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error instanceof StoreUnavailable) {
      request.log.error({ trouble: error.trouble }, error.message);
      return refuse(reply.header("retry-after", 5), "store-unavailable");
    }
    if (error.statusCode === 413) return refuse(reply, "body-too-large");
    if (error.statusCode === 415) return refuse(reply, "wrong-media-type");
    if (error.validation || (error.statusCode !== undefined && error.statusCode < 500)) {
      return refuse(reply, "invalid-request", toSentence(error), toField(error));
    }
    request.log.error({ err: error }, "a request failed");
    return refuse(reply, "internal");
  });
}

function toSentence(error: FastifyError): string {
  // A parser quotes the text it stumbles over; a message of our own does not show it to a log or a screen.
  const detail = error.validation
    ? toDetail(error)
    : (bodyFaults[error.code] ?? "its JSON cannot be read");
  return `The request is not as the API expects it (${detail}); see /api/openapi.json.`;
}

const bodyFaults: Readonly<Record<string, string>> = {
  FST_ERR_CTP_EMPTY_JSON_BODY: "it announces JSON and brings none",
};

/** What a schema checker says, in words that name the culprit. */
function toDetail({
  message,
  validation = [],
  validationContext,
}: FastifyError): string | undefined {
  const [first] = validation;
  const where = `${validationContext ?? "body"}${first?.instancePath ?? ""}`;
  const unknown = first?.params.additionalProperty;
  if (unknown !== undefined) return `${where} knows no “${String(unknown).slice(0, 64)}”`;
  const allowed = first?.params.allowedValues;
  if (Array.isArray(allowed)) return `${where} must be one of ${allowed.join(", ")}`;
  if (first?.keyword === "minProperties") return `${where} must name something`;
  // A time may be one of several, and each of them would be told about.
  if (first?.keyword === "format" && validation.length > 1) {
    return `${where} must be a day or a time such as 2026-05-12 or 2026-05-12T14:23:01Z`;
  }
  return message;
}

/** What in the body is wrong, where the schema tells. */
function toField({ validation, validationContext }: FastifyError): string | undefined {
  const [first] = validation ?? [];
  if (!first || validationContext !== "body") return undefined;
  const last = first.params.missingProperty ?? first.params.additionalProperty;
  const path = first.instancePath.split("/").slice(1);
  const field = [...path, ...(last === undefined ? [] : [String(last)])].join(".");
  return field === "" ? undefined : field;
}
