import { Type } from "typebox";
import { maxRuleNumber, registerNameRule } from "../definitions/register-limits.ts";
import { maxTitleLength } from "../definitions/text-rules.ts";
import { maxLineTemplate } from "../registers/own-line.ts";

const ruleTime = (description: string) =>
  Type.Optional(Type.String({ format: "date-time", description }));

export const keyRulesSchema = Type.Object(
  {
    ignoreCase: Type.Optional(Type.Boolean({ description: "Upper and lower case are the same." })),
    stripPrefix: Type.Optional(
      Type.String({ maxLength: 100, description: "Taken off the front of a text." }),
    ),
    links: Type.Optional(
      Type.Object(
        {
          hosts: Type.Array(Type.String({ maxLength: 255 }), { minItems: 1, maxItems: 20 }),
          parameter: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
        },
        {
          additionalProperties: false,
          description:
            "Reads the code out of links to these hosts: from a query parameter, else from the last part of the path.",
        },
      ),
    ),
    contacts: Type.Optional(
      Type.Boolean({
        description:
          "Reads the mail address out of contacts (vCard, MECARD) and mail links. Upper and lower case are the same in it.",
      }),
    ),
  },
  { additionalProperties: false, description: "How a scan becomes the codes that entries have." },
);

export const rulesSchema = Type.Object(
  {
    keys: Type.Optional(keyRulesSchema),
    reentry: Type.Optional(
      Type.Union([Type.Literal("never"), Type.Literal("after-exit"), Type.Literal("always")], {
        description: "Whether a guest may come in again. `after-exit` unless given.",
      }),
    ),
    uses: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxRuleNumber,
        description: "How many times a guest may come in.",
      }),
    ),
    capacity: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxRuleNumber,
        description: "How many guests may be inside at a time.",
      }),
    ),
    opens: ruleTime("Nobody comes in before this time."),
    closes: ruleTime("Nobody comes in from this time on."),
    exitAllAt: Type.Optional(
      Type.String({
        maxLength: 5,
        description:
          "Everybody who came in before this time of day, such as `04:00`, is checked out then. In the time zone of the hub.",
      }),
    ),
    closed: Type.Optional(Type.Boolean({ description: "Nobody comes in." })),
    groups: Type.Optional(
      Type.Array(Type.String({ maxLength: 200 }), {
        minItems: 1,
        maxItems: 100,
        description: "Only entries of these groups come in.",
      }),
    ),
    texts: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: maxLineTemplate }), {
        description:
          "Your own sentence for a code of a verdict, such as `checked-in`, as a Liquid template with `entry`, `verdict` and `last`. At most 240 characters of the result are shown.",
      }),
    ),
    tap: Type.Optional(
      Type.Boolean({
        description: "A phone that keeps scanning waits for a tap after `look`.",
      }),
    ),
  },
  { additionalProperties: false, title: "Rules of a check-in" },
);

export const registerNameSchema = Type.String(registerNameRule);
export const registerTitleSchema = Type.String({ maxLength: maxTitleLength });
export const keepDaysSchema = Type.Integer({
  minimum: 0,
  maximum: 36_500,
  description:
    "How many days after `closes`, or without it after the last movement, the guests are deleted; 0: never.",
});

export const actionSchema = Type.Union(
  [Type.Literal("in"), Type.Literal("out"), Type.Literal("toggle")],
  {
    description: "What a scan does. `toggle` checks out whoever is inside, and in whoever is not.",
  },
);
export const answerSchema = Type.Union([Type.Literal("negotiated"), Type.Literal("always-2xx")], {
  description:
    "The status for senders that do not ask for a verdict: 409 if a scan changed nothing, or always 200.",
});

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

export const toldMovementSchema = Type.Object(
  { ...movementSchema.properties, verdict: verdictSchema },
  { title: "Movement with its verdict" },
);
