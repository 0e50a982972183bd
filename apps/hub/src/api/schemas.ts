import type { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { type TSchema, Type } from "typebox";
import {
  basicPasswordRule,
  doorRule,
  inboxNameRule,
  maxTitleLength,
  userRule,
} from "../definitions/text-rules.ts";
import { type ErrorCode, errorBody, errors } from "../http/errors.ts";
import type { Named } from "../scans/person-names.ts";
import {
  type ListedScan,
  maxListedStructured,
  maxListedText,
  type StoredScan,
} from "../store/stored-scan.ts";
import { replyProperties } from "./registers/verdict-schemas.ts";
import { createTimeSchema } from "./time-bounds.ts";

// Schemas that several endpoints share. Validation, types and the OpenAPI document are made from
// them.
const sourceSchema = Type.Union([Type.Literal("nfc"), Type.Literal("code")], {
  description: "nfc: an NFC tag. code: a QR code or a barcode.",
});

const { result, code, ...verdictWords } = replyProperties;

const scanVerdictSchema = Type.Object(
  { result, code, ...Type.Partial(Type.Object(verdictWords)).properties },
  {
    description:
      "The answer of the register that decided about it. Once the register was emptied, only `result` and `code` are left.",
  },
);

/**
 * If a field of `StoredScan` is missing here, this does not compile, because serialization would
 * drop the field without an error.
 */
export const storedScanProperties = {
  id: Type.Integer({ description: "Grows with every scan, in the order of storage." }),
  inbox: Type.String(),
  user: Type.Optional(
    Type.String({
      description: "The Basic user that sent the scan, or `token:` and the name of an API token.",
    }),
  ),
  person: Type.Optional(
    Type.String({ description: "The current name of the person to whom the user belongs." }),
  ),
  identifier: Type.String({ description: "The UID of a tag, or a fresh UUID for a code." }),
  date: Type.String({ description: "The time of the scan, as the device wrote it." }),
  content: Type.String(),
  tagType: Type.Optional(Type.String()),
  structured: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  source: Type.Optional(sourceSchema),
  tag: Type.Optional(
    Type.String({
      description: "The tag, as in /api/tags. Absent for codes and for tags without a UID.",
    }),
  ),
  tagName: Type.Optional(Type.String({ description: "The current name of the tag." })),
  receivedAt: Type.String({
    format: "date-time",
    description: "The time at which the hub received the scan (UTC).",
  }),
  repeats: Type.Integer({ description: "How often the hub received the same scan again." }),
  verdict: Type.Optional(scanVerdictSchema),
} satisfies Record<keyof Named<StoredScan>, TSchema>;

/** The docs describe a schema with a title only once, for all endpoints that use it. */
export const storedScanSchema = Type.Object(
  {
    ...storedScanProperties,
    shortened: Type.Optional(
      Type.Boolean({
        description: `True in a list if a text is cut to its first ${maxListedText.toLocaleString("en")} characters, or a \`structured\` of more than ${maxListedStructured.toLocaleString("en")} is left out. \`/api/scans/<id>\` has all of it.`,
      }),
    ),
  } satisfies Record<keyof Named<ListedScan>, TSchema>,
  { title: "Scan" },
);

export const filterProperties = {
  inbox: Type.Optional(Type.String({ description: "Only scans of this inbox." })),
  source: Type.Optional(sourceSchema),
  tag: Type.Optional(
    Type.String({
      description:
        "Only scans of the tag with this UID: hexadecimal bytes with colons, dashes or nothing between.",
    }),
  ),
  from: createTimeSchema("Only scans received at this time or later."),
  to: createTimeSchema("Only scans received before this time."),
  text: Type.Optional(
    Type.String({
      maxLength: 1000,
      description:
        "Only scans with these words, or beginnings or ends of words, in the content, the identifier, the user or the name of the tag.",
    }),
  ),
};

/** A text that is streamed. */
export const streamSchema = Type.Unsafe<Readable>({ type: "string" });

export const noContentSchema = Type.Null({ description: "Done. The response has no body." });

export const inboxNameSchema = Type.String(inboxNameRule);
export const userSchema = Type.String(userRule);
export const doorSchema = Type.String(doorRule);
export const basicPasswordSchema = Type.String(basicPasswordRule);
export const titleSchema = Type.String({ maxLength: maxTitleLength });

const errorSchema = Type.Object({
  message: Type.String({ description: "The same sentence as in `error`, where scanners look." }),
  error: Type.Object({
    code: Type.String({ description: "Stable, for programs." }),
    message: Type.String({ description: "One sentence, for people." }),
    field: Type.Optional(
      Type.String({ description: "The wrong field of the request, with dots between levels." }),
    ),
    reason: Type.Optional(
      Type.String({
        description:
          "The name of the sentence, if it is more exact than the one of the code. Stable, for pages that say it in another language.",
      }),
    ),
    values: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
        description: "The values in the sentence of `reason`, by name.",
      }),
    ),
  }),
});

/**
 * The fields that identify the current version of an inbox, a destination, a route or the name of a
 * tag.
 */
export const revisionProperties = {
  revision: Type.Integer({
    description:
      "Grows with every edit. Send it with an edit, so that the edit is refused if somebody else was faster.",
  }),
  changedAt: Type.String({ format: "date-time", description: "The time of the last edit." }),
};

/** The field of an edit with the revision that it starts from. */
export const expectedRevision = {
  revision: Type.Optional(
    Type.Integer({
      minimum: 1,
      description:
        "The revision that the edit starts from. If it is no longer the current one, the response is 409 changed-meanwhile with the current values in `current`.",
    }),
  ),
};

/**
 * Refuses an edit that starts from an older revision. The response has the current values, as GET
 * would return them.
 */
export function refuseStale(reply: FastifyReply, current: object): FastifyReply {
  return reply
    .code(errors["changed-meanwhile"].status)
    .type("application/json; charset=utf-8")
    .serializer(JSON.stringify)
    .send({ ...errorBody("changed-meanwhile"), current });
}

/** Returns the `response` entries of these error codes, for the schema of an endpoint. */
export function refusals(...codes: ErrorCode[]) {
  const entries = Object.groupBy(codes, (code) => String(errors[code].status));
  return Object.fromEntries(
    Object.entries(entries).map(([status, group]) => [
      status,
      {
        description: group!.map((code) => `${code}: ${errors[code].message}`).join("\n\n"),
        content: { "application/json": { schema: errorSchema } },
      },
    ]),
  );
}

/** The errors of every endpoint that needs a log-in. */
export const ownerRefusals = [
  "login-needed",
  "token-wrong",
  "too-many-tries",
  "role-too-low",
  "token-too-narrow",
  "inbox-out-of-reach",
] as const;
/** The errors of every endpoint that filters scans. */
export const filterRefusals = [...ownerRefusals, "invalid-request", "not-a-tag"] as const;
/** The errors of every endpoint that changes something. */
export const changeRefusals = [...ownerRefusals, "cross-site", "invalid-request"] as const;
