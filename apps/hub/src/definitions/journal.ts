import { type Static, Type } from "typebox";
import { retentionLimits } from "./retention-limits.ts";

/** The journal of changes in the settings file: how long its entries are kept. */
export const journalDefinitionSchema = Type.Object(
  {
    keepDays: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: retentionLimits.keepDays,
        description: "The age in days at which entries are deleted; 0: never.",
      }),
    ),
  },
  { additionalProperties: false },
);

export type JournalDefinition = Static<typeof journalDefinitionSchema>;
