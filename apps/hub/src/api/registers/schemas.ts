import { Type } from "typebox";
import {
  actionSchema,
  answerSchema as answerModeSchema,
  keepDaysSchema,
  kindSchema,
  rulesSchema,
} from "../../definitions/register-schemas.ts";
import { createChoiceSchema } from "../../definitions/schemas.ts";
import { maxQuantity } from "../../registers/quantity.ts";

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
    secrets: Type.Array(Type.String(), {
      description: "The names of the secrets that are set: `fileKey`, `metaKey`.",
    }),
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

export const entryNameSchema = (description: string) =>
  Type.Object({ id: Type.Integer(), label: Type.Optional(Type.String()) }, { description });

export const dueDaySchema = Type.Optional(
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
