import { Type } from "typebox";
import { personNameRule } from "../../definitions/text-rules.ts";
import type { PasskeyRecord, PersonRecord } from "../../store/people.ts";
import { inboxNameSchema, revisionProperties } from "../schemas.ts";

export const minPasswordLength = 8;
export const passwordSchema = Type.String({ maxLength: 1000 });
export const idParams = Type.Object({ id: Type.Integer() });

const time = { format: "date-time" };

export const roleSchema = Type.Union(
  [Type.Literal("owner"), Type.Literal("manager"), Type.Literal("desk"), Type.Literal("viewer")],
  {
    description:
      "owner: everything. manager: everything but people, secrets, backups and settings of the hub. desk: the live view, registers by hand and pairing of phones. viewer: reads.",
  },
);

export const scopeSchema = Type.Union(
  [
    Type.Literal("read"),
    Type.Literal("send"),
    Type.Literal("registers"),
    Type.Literal("manage"),
    Type.Literal("all"),
  ],
  {
    description:
      "read: scans, tags and inboxes. send: scans to inboxes. registers: registers. manage: inboxes, routes, destinations and deliveries. all: whatever the person of the token may do.",
  },
);

export const limitSchema = Type.Array(inboxNameSchema, {
  maxItems: 200,
  uniqueItems: true,
  description: "Limits to these inboxes, and to the registers that they feed.",
});

export const personNameSchema = Type.String({
  pattern: personNameRule.pattern,
  description: `${personNameRule.description} Unique without regard to case.`,
});

export const personSchema = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    role: roleSchema,
    inboxes: Type.Optional(limitSchema),
    sso: Type.Optional(
      Type.Object(
        { issuer: Type.String(), subject: Type.String() },
        { description: "Who the person is at the provider of single sign-on." },
      ),
    ),
    hasPassword: Type.Boolean(),
    hasTotp: Type.Boolean({ description: "Log-ins by password need a second factor." }),
    passkeys: Type.Integer({ description: "The number of passkeys." }),
    createdAt: Type.String(time),
    lastLoginAt: Type.Optional(Type.String(time)),
    ...revisionProperties,
  } satisfies Record<keyof PersonRecord, unknown>,
  { title: "Person" },
);

export const sessionSchema = Type.Object(
  {
    id: Type.String(),
    method: Type.Union([Type.Literal("password"), Type.Literal("passkey"), Type.Literal("sso")]),
    agent: Type.Optional(Type.String({ description: "The `User-Agent` of the browser." })),
    createdAt: Type.String(time),
    expiresAt: Type.String(time),
    lastUsedAt: Type.Optional(Type.String(time)),
    current: Type.Boolean({ description: "This is the session of the request." }),
  },
  { title: "Session" },
);

export const passkeyNameSchema = Type.String({
  minLength: 1,
  maxLength: 100,
  description: "Tells the passkeys of a person apart, such as the name of the device.",
});

export const passkeySchema = Type.Object(
  {
    id: Type.Integer(),
    name: passkeyNameSchema,
    createdAt: Type.String(time),
    lastUsedAt: Type.Optional(Type.String(time)),
  } satisfies Partial<Record<keyof PasskeyRecord, unknown>>,
  { title: "Passkey" },
);

export const tokenProperties = {
  id: Type.Integer(),
  name: Type.String(),
  person: Type.Integer({ description: "The id of the person whose rights the token has." }),
  personName: Type.Optional(Type.String()),
  scopes: Type.Array(scopeSchema),
  inboxes: Type.Optional(limitSchema),
  createdAt: Type.String(time),
  expiresAt: Type.Optional(Type.String(time)),
  lastUsedAt: Type.Optional(Type.String(time)),
};

/** Returns whether a password is too short to be set. */
export function isTooShort(password: string): boolean {
  return [...password].length < minPasswordLength;
}
