import { type Static, Type } from "typebox";
import { maxPatternLength } from "../shaping/pattern.ts";
import { maxTemplateLength } from "../templates/template.ts";
import { spanDescription } from "./span.ts";
import { maxTitleLength } from "./text-rules.ts";

export const defaultConcurrency = 4;

/**
 * Creates the schema of a mapping with any keys. TypeBox's `Record` would leave the values of keys
 * unchecked that its pattern does not match.
 */
export function createMappingSchema<Value>(value: object, options: object = {}) {
  return Type.Unsafe<Record<string, Value>>({
    type: "object",
    additionalProperties: value,
    ...options,
  });
}

/**
 * Creates the schema of a choice of texts. Unlike the error of a union of literals, its error names
 * the allowed values.
 */
export function createChoiceSchema<const Value extends string>(
  values: readonly Value[],
  description = "",
) {
  return Type.Unsafe<Value>({ type: "string", enum: values, ...(description && { description }) });
}

/** The definition of a destination, the same in the API and in the settings file. */
export const destinationProperties = {
  title: Type.Optional(Type.String({ maxLength: maxTitleLength })),
  kind: Type.String({ description: "One of /api/destination-kinds." }),
  settings: Type.Optional(
    createMappingSchema<unknown>({}, { description: "The fields of its kind, except secrets." }),
  ),
  secrets: Type.Optional(
    createMappingSchema<string | null>(
      { type: ["string", "null"] },
      { description: "The secret fields of its kind. They are sealed and never shown again." },
    ),
  ),
  concurrency: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 64,
      description: `Deliveries at a time; ${defaultConcurrency} by default.`,
    }),
  ),
  ordered: Type.Optional(
    Type.Boolean({
      description:
        "One delivery at a time, in the order of the scans; one that fails holds back those behind it.",
    }),
  ),
  allowPrivate: Type.Optional(
    Type.Boolean({
      description: "The destination may be at an address of a private network or of this machine.",
    }),
  ),
};

const createPatternSchema = (value: string) =>
  Type.Optional(
    Type.String({
      maxLength: maxPatternLength,
      description: `Pattern for ${value}: * and ? are wildcards, | separates alternatives, a leading ! negates, /…/ is a regular expression (RE2).`,
    }),
  );

export const routeFilterSchema = Type.Object(
  {
    source: Type.Optional(createChoiceSchema(["nfc", "code"])),
    identifier: createPatternSchema("the identifier"),
    content: createPatternSchema("the content"),
    tagType: createPatternSchema("tagType"),
    structured: Type.Optional(
      createMappingSchema<string>(
        { type: "string", maxLength: maxPatternLength },
        {
          maxProperties: 20,
          description: "Key of `structured` (a dot goes one level down) → pattern for its value.",
        },
      ),
    ),
    verdict: createPatternSchema(
      "the result or the code of the verdict of a register, such as no | full; only scans that a register decided about pass",
    ),
  },
  { title: "Filter", additionalProperties: false },
);

export const shapeSchema = Type.Object(
  {
    format: createChoiceSchema(
      ["ready-made", "scan", "json", "form", "text"],
      "ready-made: the default of the kind. scan: the body as it was received. json, form, text: the result of `template`.",
    ),
    template: Type.Optional(
      Type.String({
        maxLength: maxTemplateLength,
        description: "LiquidJS; for json, form and text.",
      }),
    ),
  },
  { title: "Shape", additionalProperties: false },
);

export const routeModeSchema = createChoiceSchema(
  ["stored", "through"],
  "stored: the hub responds as soon as the scan is stored, and delivers it afterwards. through: the scanner gets the destination's response.",
);

const createSpanSchema = (description: string) =>
  Type.Optional(
    Type.Unsafe<number | string | null>({
      type: ["number", "string", "null"],
      description: `${description} ${spanDescription}`,
    }),
  );

export const routeProperties = {
  title: Type.Optional(Type.String({ maxLength: maxTitleLength })),
  inbox: Type.Optional(
    Type.Unsafe<string | null>({
      type: ["string", "null"],
      description: "Only scans of this inbox; all inboxes if null or missing.",
    }),
  ),
  destination: Type.String({ description: "The name of the destination." }),
  filter: Type.Optional(routeFilterSchema),
  shape: Type.Optional(shapeSchema),
  mode: Type.Optional(routeModeSchema),
  expires: createSpanSchema(
    "How long after its scan was received a delivery may still be attempted; then it is dropped.",
  ),
  oncePer: createSpanSchema(
    "The span within which the same content is delivered only once; other scans are dropped. Not with mode through.",
  ),
  on: Type.Optional(Type.Boolean({ description: "false: no deliveries are created." })),
};

/** Unknown names are refused, because a misspelled name would silently have no effect. */
export const destinationDefinitionSchema = Type.Object(destinationProperties, {
  additionalProperties: false,
});
export const routeDefinitionSchema = Type.Object(routeProperties, { additionalProperties: false });

export type DestinationDefinition = Static<typeof destinationDefinitionSchema>;
export type RouteDefinition = Static<typeof routeDefinitionSchema>;
