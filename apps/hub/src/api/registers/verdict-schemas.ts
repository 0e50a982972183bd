import { Type } from "typebox";
import { askedQuestionSchema } from "../../definitions/question-schemas.ts";
import { actionSchema } from "../../definitions/register-schemas.ts";
import { createChoiceSchema } from "../../definitions/schemas.ts";
import type { Answer } from "../../registers/questions.ts";
import { results } from "../../registers/verdict.ts";
import { dueDaySchema, entryNameSchema } from "./schemas.ts";

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
