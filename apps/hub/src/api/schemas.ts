import type { Readable } from "node:stream";
import { Type } from "typebox";
import {
  basicPasswordRule,
  inboxNameRule,
  longestTitle,
  userRule,
} from "../definitions/text-rules.ts";
import { type ErrorCode, errors } from "../errors.ts";

/** The parts that several routes share, as JSON Schema: validation, types and the OpenAPI page are made from them. */
const sourceSchema = Type.Union([Type.Literal("nfc"), Type.Literal("code")], {
  description: "nfc: an NFC tag. code: a QR code or a barcode.",
});

export const storedScanProperties = {
  id: Type.Integer({ description: "Grows with every scan, in the order they were stored." }),
  inbox: Type.String(),
  user: Type.Optional(Type.String({ description: "The Basic user that sent it." })),
  identifier: Type.String({ description: "UID of the tag, or a fresh UUID for a code." }),
  date: Type.String({ description: "When the device scanned it, as the device wrote it." }),
  content: Type.String(),
  tagType: Type.Optional(Type.String()),
  structured: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  source: Type.Optional(sourceSchema),
  tag: Type.Optional(
    Type.String({
      description: "The tag it is of, as in /api/tags. None for codes, and for tags without a UID.",
    }),
  ),
  tagName: Type.Optional(Type.String({ description: "What its tag is called now." })),
  receivedAt: Type.String({ format: "date-time", description: "When the hub received it (UTC)." }),
  repeats: Type.Integer({ description: "How often the same scan came again." }),
};

/** A schema with a title is described once in the docs, wherever it is answered. */
export const storedScanSchema = Type.Object(storedScanProperties, { title: "Scan" });

const time = (description: string) =>
  Type.Optional(
    Type.String({
      anyOf: [{ format: "date-time" }, { format: "date" }],
      description: `${description} An ISO 8601 time with an offset, or a date (its start in UTC).`,
    }),
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
  from: time("Only scans received at this time or later."),
  to: time("Only scans received before this time."),
  text: Type.Optional(
    Type.String({
      maxLength: 1000,
      description:
        "Only scans with these words, or beginnings of words, in content, identifier or user, or in the name of their tag.",
    }),
  ),
};

/** Text that is sent as it is made. */
export const streamSchema = Type.Unsafe<Readable>({ type: "string" });

export const goneSchema = Type.Null({ description: "Done; there is nothing to say." });

export const inboxNameSchema = Type.String(inboxNameRule);
export const userSchema = Type.String(userRule);
export const basicPasswordSchema = Type.String(basicPasswordRule);
export const titleSchema = Type.String({ maxLength: longestTitle });

const errorSchema = Type.Object({
  error: Type.Object({
    code: Type.String({ description: "Stable, for programs." }),
    message: Type.String({ description: "One sentence, for people." }),
    field: Type.Optional(
      Type.String({ description: "What in the request is wrong, with dots between the levels." }),
    ),
  }),
});

/** The `response` entries of these error codes, for a route's schema. */
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

/** What every route that wants a log-in may answer besides. */
export const ownerRefusals = ["login-needed", "token-wrong", "too-many-tries"] as const;
/** Likewise where scans are filtered. */
export const filterRefusals = [...ownerRefusals, "invalid-request", "not-a-tag"] as const;
/** Likewise where something is changed. */
export const changeRefusals = [...ownerRefusals, "cross-site", "invalid-request"] as const;
