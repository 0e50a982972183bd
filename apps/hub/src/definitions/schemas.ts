import { type Static, Type } from "typebox";
import { longestTemplate } from "../forwarding/template.ts";
import { longestPattern } from "../shaping/pattern.ts";
import { longestTitle } from "./text-rules.ts";

export const defaultConcurrency = 4;

/** Any keys at all, also such that the pattern TypeBox makes of `Record` would leave unchecked. */
function mapping<Value>(value: object, options: object = {}) {
  return Type.Unsafe<Record<string, Value>>({
    type: "object",
    additionalProperties: value,
    ...options,
  });
}

/** Says in an error which values there are; a union of literals says only that none of them fits. */
export function oneOf<const Value extends string>(values: readonly Value[], description = "") {
  return Type.Unsafe<Value>({ type: "string", enum: values, ...(description && { description }) });
}

/** What people write about destinations and routes: the same words in the API and in the settings file. */
export const destinationProperties = {
  title: Type.Optional(Type.String({ maxLength: longestTitle })),
  kind: Type.String({ description: "One of /api/destination-kinds." }),
  settings: Type.Optional(
    mapping<unknown>({}, { description: "The fields of its kind, except those that are secret." }),
  ),
  secrets: Type.Optional(
    mapping<string | null>(
      { type: ["string", "null"] },
      { description: "The secret fields of its kind. They are sealed, and shown never again." },
    ),
  ),
  concurrency: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 64,
      description: `Deliveries at a time; left out, ${defaultConcurrency}.`,
    }),
  ),
  ordered: Type.Optional(
    Type.Boolean({
      description:
        "One delivery at a time, in the order of the scans: one that fails holds back those behind it.",
    }),
  ),
  allowPrivate: Type.Optional(
    Type.Boolean({ description: "May be at an address of a private network or of this machine." }),
  ),
};

const pattern = (of: string) =>
  Type.Optional(
    Type.String({
      maxLength: longestPattern,
      description: `${of} has to fit: * and ? are wildcards, | separates alternatives, a leading ! turns it round, /…/ is a regular expression (RE2).`,
    }),
  );

export const routeFilterSchema = Type.Object(
  {
    source: Type.Optional(oneOf(["nfc", "code"])),
    identifier: pattern("The identifier"),
    content: pattern("The content"),
    tagType: pattern("The tagType"),
    structured: Type.Optional(
      mapping<string>(
        { type: "string", maxLength: longestPattern },
        {
          maxProperties: 20,
          description:
            "Key of `structured` (a dot goes one level down) → pattern its value has to fit.",
        },
      ),
    ),
  },
  { title: "Filter", additionalProperties: false },
);

export const shapeSchema = Type.Object(
  {
    format: oneOf(
      ["ready-made", "scan", "json", "form", "text"],
      "ready-made: what the kind makes of a scan. scan: the body as it was received. json, form, text: what `template` says.",
    ),
    template: Type.Optional(
      Type.String({
        maxLength: longestTemplate,
        description: "LiquidJS; for json, form and text.",
      }),
    ),
  },
  { title: "Shape", additionalProperties: false },
);

export const routeModeSchema = oneOf(
  ["stored", "through"],
  "stored: the scanner is answered at once, delivery goes on behind it. through: the scanner gets the destination's answer.",
);

export const routeProperties = {
  title: Type.Optional(Type.String({ maxLength: longestTitle })),
  inbox: Type.Optional(
    Type.Unsafe<string | null>({
      type: ["string", "null"],
      description: "Only scans of this inbox; null or left out: of every inbox.",
    }),
  ),
  destination: Type.String({ description: "Name of the destination." }),
  filter: Type.Optional(routeFilterSchema),
  shape: Type.Optional(shapeSchema),
  mode: Type.Optional(routeModeSchema),
  on: Type.Optional(Type.Boolean({ description: "false: no deliveries are made." })),
};

/** Unknown names are refused: a misspelt one would do nothing without a word. */
export const destinationDefinitionSchema = Type.Object(destinationProperties, {
  additionalProperties: false,
});
export const routeDefinitionSchema = Type.Object(routeProperties, { additionalProperties: false });

export type DestinationDefinition = Static<typeof destinationDefinitionSchema>;
export type RouteDefinition = Static<typeof routeDefinitionSchema>;
