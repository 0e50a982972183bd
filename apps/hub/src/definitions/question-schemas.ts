import { maxHintLength } from "@scanhook/webhook";
import { Type } from "typebox";
import { questionTypes } from "../registers/questions.ts";
import { createChoiceSchema } from "./schemas.ts";

const limitSchema = Type.Union([Type.Number(), Type.String({ maxLength: 10 })]);

const properties = {
  key: Type.String({
    pattern: "^[a-z0-9][a-z0-9_-]{0,39}$",
    description: "The name of the answer for programs.",
  }),
  label: Type.String({ minLength: 1, maxLength: 200 }),
  type: createChoiceSchema([...questionTypes], "What is asked for."),
  required: Type.Optional(Type.Boolean()),
  hint: Type.Optional(Type.String({ maxLength: maxHintLength })),
  unit: Type.Optional(Type.String({ minLength: 1, maxLength: 20 })),
  min: Type.Optional(limitSchema),
  max: Type.Optional(limitSchema),
  options: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 50 }),
  ),
  fails: Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), {
      maxItems: 50,
      description: "The options of a choice that count as a fail.",
    }),
  ),
  groups: Type.Optional(
    Type.Array(Type.String({ maxLength: 200 }), {
      minItems: 1,
      maxItems: 100,
      description: "Only about things of these groups.",
    }),
  ),
};

/** A question in the rules of a register. */
export const questionSchema = Type.Object(properties, { additionalProperties: false });

/** A question as a verdict asks it. */
export const askedQuestionSchema = Type.Object(properties, {
  title: "Question",
  description:
    "A number outside `min` and `max` counts as a fail, as does a rating below `min`; a date lies between them.",
});
