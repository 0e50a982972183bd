import { Type } from "typebox";
import { askedQuestionSchema } from "../../definitions/question-schemas.ts";
import {
  actionSchema,
  answerSchema as answerModeSchema,
  keepDaysSchema,
  kindSchema,
  rulesSchema,
} from "../../definitions/register-schemas.ts";
import { createChoiceSchema } from "../../definitions/schemas.ts";
import { maxQuantity } from "../../registers/quantity.ts";
import type { Answer } from "../../registers/questions.ts";
import { results } from "../../registers/verdict.ts";

export const registerSchema = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    title: Type.Optional(Type.String()),
    kind: kindSchema,
    rules: rulesSchema,
    entriesFrom: Type.Optional(
      Type.String({ description: "The register that it borrows its entries from." }),
    ),
    peopleFrom: Type.Optional(
      Type.String({
        description:
          "The register that has the people to whom it lends, or whose badges become leads.",
      }),
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
      Type.Object({ inbox: Type.String(), action: actionSchema, answer: answerModeSchema }),
      { description: "The inboxes whose scans it decides about." },
    ),
    entries: Type.Integer(),
    inside: Type.Integer({ description: "How many guests are inside; 0 in a stock." }),
    admitted: Type.Integer({ description: "How many guests ever came in." }),
    refused: Type.Integer({ description: "How many scans were refused." }),
    lastMovementAt: Type.Optional(Type.String({ format: "date-time" })),
  },
  { title: "Register" },
);

export const stockCountsSchema = Type.Object(
  {
    articles: Type.Integer(),
    places: Type.Integer(),
    numbers: Type.Integer({ description: "How many number cards it has." }),
    people: Type.Integer({ description: "How many people it has, who are not in the stock." }),
    unnamed: Type.Integer({ description: "How many articles nobody has named yet." }),
    low: Type.Integer({ description: "Of how many articles there is less than their minimum." }),
  },
  { description: "Of a stock." },
);

export const careCountsSchema = Type.Object(
  {
    things: Type.Integer(),
    people: Type.Integer({ description: "Without those of `peopleFrom`." }),
    lent: Type.Integer(),
    free: Type.Integer({ description: "Neither lent nor blocked." }),
    blocked: Type.Integer({ description: "Blocked and not lent." }),
    due: Type.Integer({ description: "Due, but not overdue." }),
    overdue: Type.Integer({ description: "Overdue, but not missed." }),
    missed: Type.Integer({ description: "Not inspected for two intervals." }),
    failed: Type.Integer(),
    never: Type.Integer({ description: "Never inspected." }),
  },
  { description: "Of loans and inspections." },
);

export const leadCountsSchema = Type.Object(
  {
    leads: Type.Integer(),
    waiting: Type.Integer({
      description: "How many contacts are no leads yet: without their consent, or not scanned.",
    }),
    unnamed: Type.Integer({ description: "How many of all these nobody has named yet." }),
    people: Type.Array(
      Type.Object({
        by: Type.String(),
        person: Type.Optional(
          Type.String({ description: "The current name of the person to whom the user belongs." }),
        ),
        leads: Type.Integer({ description: "How many the user scanned, first or again." }),
      }),
      { description: "The users who scanned, by name." },
    ),
  },
  { description: "Of leads." },
);

export const roleSchema = createChoiceSchema(
  ["place", "number", "person"],
  "Of a stock: a place, or a card with the quantity of the next scan. Of loans: a person.",
);
export const unitSchema = Type.String({
  minLength: 1,
  maxLength: 20,
  description: "What an article is counted in, such as `kg`; pieces unless given.",
});
export const recalledSchema = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  maxItems: 1000,
  description: "The lots of the article that are recalled.",
});

/** A quantity in units, such as 1.5. The store counts in thousandths. */
export const quantitySchema = Type.Number({
  minimum: 0,
  maximum: maxQuantity / 1000,
  description: "In units of the article, with at most three decimals.",
});

/** The properties of an entry that a person gives it. */
export const entryProperties = {
  label: Type.String({ minLength: 1, maxLength: 200 }),
  role: roleSchema,
  group: Type.String({ maxLength: 200 }),
  attention: Type.String({ maxLength: 2000 }),
  fields: Type.Record(Type.String(), Type.String({ maxLength: 2000 }), { maxProperties: 150 }),
  unit: unitSchema,
  minimum: quantitySchema,
  amount: quantitySchema,
  recalled: recalledSchema,
};

export const typedKeysSchema = Type.Array(Type.String({ maxLength: 2002 }), { maxItems: 20 });

const entryNameSchema = (description: string) =>
  Type.Object({ id: Type.Integer(), label: Type.Optional(Type.String()) }, { description });

const dueDaySchema = Type.Optional(
  Type.String({ description: "The day in the time zone of the hub; absent for a time of day." }),
);

const careSchema = Type.Object(
  {
    status: createChoiceSchema(
      ["lent", "free", "passed", "failed", "seen", "set"],
      "`set` before the first inspection, if it has a date.",
    ),
    since: Type.Integer({ description: "Milliseconds since 1970." }),
    door: Type.String(),
    holder: Type.Optional(entryNameSchema("Who has it.")),
    dueAt: Type.Optional(
      Type.Integer({
        description: "When it has to be back, or to be inspected. Milliseconds since 1970.",
      }),
    ),
    dueDay: dueDaySchema,
  },
  { description: "Of loans and inspections. Absent before the first movement." },
);

export const entrySchema = Type.Object(
  {
    id: Type.Integer(),
    label: Type.String(),
    role: Type.Optional(roleSchema),
    group: Type.Optional(Type.String()),
    attention: Type.Optional(Type.String({ description: "A note to read at the door." })),
    fields: Type.Record(Type.String(), Type.String()),
    blocked: Type.Boolean(),
    validFrom: Type.Optional(Type.Integer({ description: "Milliseconds since 1970." })),
    validUntil: Type.Optional(Type.Integer({ description: "Milliseconds since 1970." })),
    unit: Type.Optional(unitSchema),
    minimum: Type.Optional(Type.Number({ description: "Less than this in all is reported." })),
    amount: Type.Optional(Type.Number({ description: "The number on a number card." })),
    recalled: Type.Optional(recalledSchema),
    unnamed: Type.Optional(
      Type.Literal(true, { description: "The scan of an unknown code added it." }),
    ),
    version: Type.Integer(),
    keys: Type.Array(Type.String(), {
      description:
        "What a scan finds it by: `t:` and a text, `u:` and the UID of a tag, `m:` and a mail address, or `g:` and the number of a product, an asset or a shipment as an element string of GS1.",
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
    stock: Type.Optional(
      Type.Array(
        Type.Object({
          place: Type.Integer({ description: "The entry of the place; 0 for none." }),
          label: Type.Optional(Type.String()),
          quantity: Type.Number({ description: "In units, such as 1.5." }),
          isCounted: Type.Boolean({
            description: "`since` and `door` tell of the last count, not of the last movement.",
          }),
          since: Type.Integer({ description: "Milliseconds since 1970." }),
          door: Type.String(),
        }),
        { description: "Of a stock: how much is where. Absent before the first movement." },
      ),
    ),
    care: Type.Optional(careSchema),
    lead: Type.Optional(
      Type.Object(
        {
          since: Type.Integer({
            description: "When it was scanned first. Milliseconds since 1970.",
          }),
          door: Type.String({ description: "Who scanned it first." }),
          person: Type.Optional(
            Type.String({ description: "The current name of that person, if the hub knows it." }),
          ),
          scans: Type.Integer({ description: "How often it was scanned." }),
        },
        { description: "Of leads. Absent while consent is asked for, and before the first scan." },
      ),
    ),
    waits: Type.Optional(
      Type.Literal(true, { description: "Of leads: consent was asked for, and not given yet." }),
    ),
  },
  { title: "Entry" },
);

const resultSchema = createChoiceSchema(
  [...results],
  "Go on, read it first, stop, or answer questions first.",
);

const placeNameSchema = entryNameSchema("Of a stock: where, and where it was taken away.");

// In a union, Fastify would convert a number to a text, and a list that does not come first.
const answerSchema = Type.Unsafe<Answer>({
  type: ["array", "string", "number"],
  items: { type: "string" },
});

/** The answers to the questions of a verdict, by their keys. */
export const answersSchema = Type.Record(Type.String(), answerSchema, { maxProperties: 100 });

const keptAnswerSchema = Type.Object({
  key: Type.String(),
  label: Type.String(),
  value: answerSchema,
  unit: Type.Optional(Type.String()),
  fail: Type.Optional(Type.Literal(true)),
});

export const movementSchema = Type.Object(
  {
    id: Type.Integer(),
    entry: Type.Optional(Type.Integer()),
    label: Type.Optional(Type.String()),
    scan: Type.Optional(Type.Integer({ description: "The scan that it was decided with." })),
    undoes: Type.Optional(Type.Integer({ description: "The movement that it undid." })),
    at: Type.String({ format: "date-time" }),
    door: Type.String({ description: "The user of the inbox, or “by hand”." }),
    person: Type.Optional(
      Type.String({ description: "The current name of the person to whom the user belongs." }),
    ),
    action: Type.String(),
    result: resultSchema,
    code: Type.String(),
    place: Type.Optional(placeNameSchema),
    from: Type.Optional(placeNameSchema),
    delta: Type.Optional(
      Type.Number({ description: "How much was added at the place; negative if removed." }),
    ),
    round: Type.Optional(Type.Integer({ description: "The round that it belongs to." })),
    counted: Type.Optional(Type.Number({ description: "How much was counted in a round." })),
    lot: Type.Optional(Type.String({ description: "By the scanned code, as the next two." })),
    serial: Type.Optional(Type.String()),
    expires: Type.Optional(Type.String({ format: "date-time" })),
    holder: Type.Optional(entryNameSchema("Of loans: whom it is about.")),
    due: Type.Optional(
      Type.String({ format: "date-time", description: "When it is due since then." }),
    ),
    dueDay: dueDaySchema,
    answers: Type.Optional(Type.Array(keptAnswerSchema)),
    answered: Type.Optional(Type.Integer({ description: "The movement that asked." })),
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
  counts: Type.Optional(
    Type.Object(
      { inside: Type.Integer(), capacity: Type.Optional(Type.Integer()) },
      { description: "Of a check-in." },
    ),
  ),
  booking: Type.Optional(
    Type.Object(
      {
        quantity: Type.Number(),
        unit: Type.Optional(Type.String()),
        place: Type.Optional(Type.String()),
        from: Type.Optional(Type.String()),
        here: Type.Number({ description: "How much is at the place now." }),
        total: Type.Number({ description: "How much there is at all places." }),
        unnamed: Type.Optional(Type.Integer({ description: "The entry, if it has no name yet." })),
      },
      { description: "Of a stock: what was booked." },
    ),
  ),
  loan: Type.Optional(
    Type.Object(
      {
        holder: Type.Optional(Type.String()),
        due: Type.Optional(Type.String({ format: "date-time" })),
        dueDay: dueDaySchema,
        overdue: Type.Optional(Type.Literal(true)),
      },
      { description: "Of loans: who has the thing, and until when." },
    ),
  ),
  ask: Type.Optional(
    Type.Object(
      {
        before: Type.Boolean({ description: "Nothing is decided before the answers arrive." }),
        until: Type.String({ format: "date-time", description: "The end of the time to answer." }),
        questions: Type.Array(askedQuestionSchema),
      },
      { title: "Ask", description: "Questions to the person who scanned." },
    ),
  ),
  hand: Type.Optional(
    Type.Object(
      {
        action: actionSchema,
        place: Type.Optional(Type.String()),
        from: Type.Optional(Type.String()),
        quantity: Type.Optional(Type.Number()),
        holder: Type.Optional(Type.String()),
        due: Type.Optional(Type.String({ format: "date-time" })),
        dueDay: dueDaySchema,
        until: Type.String({ format: "date-time" }),
      },
      { title: "Hand", description: "What the user has in hand until then or the next scan." },
    ),
  ),
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
