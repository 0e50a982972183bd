import { Type } from "typebox";
import {
  actionSchema,
  answerSchema,
  keepDaysSchema,
  rulesSchema,
} from "../../definitions/register-schemas.ts";
import { createChoiceSchema } from "../../definitions/schemas.ts";

export const registerSchema = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    title: Type.Optional(Type.String()),
    kind: Type.Literal("check-in"),
    rules: rulesSchema,
    entriesFrom: Type.Optional(
      Type.String({ description: "The register that it borrows its entries from." }),
    ),
    keepDays: Type.Optional(keepDaysSchema),
    origin: createChoiceSchema(
      ["dashboard", "file"],
      "file: defined in the settings file, and changed only there, except for its entries.",
    ),
    createdAt: Type.String({ format: "date-time" }),
    revision: Type.Integer(),
    changedAt: Type.String({ format: "date-time" }),
    bindings: Type.Array(
      Type.Object({ inbox: Type.String(), action: actionSchema, answer: answerSchema }),
      { description: "The inboxes whose scans it decides about." },
    ),
    entries: Type.Integer(),
    inside: Type.Integer(),
    admitted: Type.Integer({ description: "How many entries ever came in." }),
    refused: Type.Integer({ description: "How many scans were refused." }),
    lastMovementAt: Type.Optional(Type.String({ format: "date-time" })),
  },
  { title: "Register" },
);

export const entrySchema = Type.Object(
  {
    id: Type.Integer(),
    label: Type.String(),
    group: Type.Optional(Type.String()),
    attention: Type.Optional(Type.String({ description: "A note to read at the door." })),
    fields: Type.Record(Type.String(), Type.String()),
    blocked: Type.Boolean(),
    validFrom: Type.Optional(Type.Integer({ description: "Milliseconds since 1970." })),
    validUntil: Type.Optional(Type.Integer({ description: "Milliseconds since 1970." })),
    version: Type.Integer(),
    keys: Type.Array(Type.String(), {
      description:
        "What a scan finds it by: `t:` and a text, `u:` and the UID of a tag, or `m:` and a mail address.",
    }),
    presence: Type.Optional(
      Type.Object(
        {
          status: Type.Union([Type.Literal("inside"), Type.Literal("outside")]),
          since: Type.Integer({ description: "Milliseconds since 1970." }),
          door: Type.String(),
          uses: Type.Integer({ description: "How many times it came in." }),
        },
        { description: "Absent for an entry that was never inside." },
      ),
    ),
  },
  { title: "Entry" },
);

const resultSchema = Type.Union([Type.Literal("yes"), Type.Literal("look"), Type.Literal("no")], {
  description: "Let in, read it first, or refuse.",
});

export const movementSchema = Type.Object(
  {
    id: Type.Integer(),
    entry: Type.Optional(Type.Integer()),
    label: Type.Optional(Type.String()),
    scan: Type.Integer({ description: "The scan that it was decided with." }),
    undoes: Type.Optional(Type.Integer({ description: "The movement that it undid." })),
    at: Type.String({ format: "date-time" }),
    door: Type.String({ description: "The user of the inbox, or “by hand”." }),
    action: Type.String(),
    result: resultSchema,
    code: Type.String(),
    forced: Type.Boolean(),
    scanned: Type.Optional(
      Type.String({
        description:
          "What was scanned, if it fits no entry or several: the first 200 characters, while the scan is kept.",
      }),
    ),
  },
  { title: "Movement" },
);

/** A verdict without the movement that it is stored as. */
export const replyProperties = {
  result: resultSchema,
  code: Type.String({ description: "Why; stable, for programs." }),
  word: Type.String({ description: "To show in large letters." }),
  title: Type.Optional(Type.String()),
  text: Type.String(),
  facts: Type.Array(Type.Array(Type.String())),
  counts: Type.Object({ inside: Type.Integer(), capacity: Type.Optional(Type.Integer()) }),
  register: Type.String(),
  tap: Type.Optional(
    Type.Literal(true, { description: "A person confirms it before the next scan." }),
  ),
  times: Type.Optional(
    Type.Array(Type.String(), {
      description:
        "The times of day in the standard sentences, as HH:MM in the time zone of the hub.",
    }),
  ),
  message: Type.String({ description: "All of it as one line." }),
};

export const verdictSchema = Type.Object(
  {
    ...replyProperties,
    movement: Type.Integer({ description: "Its line in the journal; 0 if it was only tried." }),
    at: Type.String({ format: "date-time" }),
  },
  { title: "Verdict" },
);

export const triedVerdictSchema = Type.Object(
  {
    ...verdictSchema.properties,
    lineProblem: Type.Optional(
      Type.String({ description: "Why your own sentence is not in it although there is one." }),
    ),
  },
  { title: "Tried verdict" },
);
