import { type Static, Type } from "typebox";
import type { InboxSettings } from "../store/inboxes.ts";
import { titleOfOwnInbox } from "../store/own-inboxes.ts";
import { retentionLimits } from "./retention-limits.ts";
import { maxTitleLength } from "./text-rules.ts";

/**
 * Creates the schema of the limits of an inbox. In a change and in the settings file, the minimum
 * is 0, which stands for no limit.
 */
export function createRetentionSchema(minimum: 0 | 1) {
  return {
    keepDays: Type.Optional(
      Type.Integer({
        minimum,
        maximum: retentionLimits.keepDays,
        description:
          "The age in days at which scans are deleted; 0: never. An audit trail keeps all scans.",
      }),
    ),
    keepScans: Type.Optional(
      Type.Integer({
        minimum,
        maximum: retentionLimits.keepScans,
        description:
          "The number of scans to keep; older ones are deleted; 0: all. An audit trail keeps all scans.",
      }),
    ),
  };
}

/** The retention of an inbox and its audit trail, in the API and in the settings file. */
export const retentionProperties = {
  ...createRetentionSchema(0),
  audit: Type.Optional(
    Type.Boolean({
      description:
        "Keeps an audit trail: all scans, chained by their hashes. It can be switched off only while the inbox has no scans.",
    }),
  ),
};

/**
 * An inbox of the settings file. Unknown names are refused, because a misspelled name would
 * silently have no effect.
 */
export const inboxDefinitionSchema = Type.Object(
  {
    title: Type.Optional(Type.String({ maxLength: maxTitleLength })),
    open: Type.Optional(
      Type.Boolean({ description: "The inbox accepts scans without credentials." }),
    ),
    ...retentionProperties,
  },
  { additionalProperties: false },
);

export type InboxDefinition = Static<typeof inboxDefinitionSchema>;

/** An inbox of the settings file, without its users. A limit of 0 is none. */
export type CheckedInbox = Required<InboxDefinition>;

/** Returns a definition whose types are valid already with its defaults. */
export function completeInbox(name: string, definition: InboxDefinition): CheckedInbox {
  const { open = false, keepDays = 0, keepScans = 0, audit = false } = definition;
  const title = definition.title || (titleOfOwnInbox(name) ?? "");
  return { title, open, keepDays, keepScans, audit };
}

/** Returns the settings of an inbox in the form of a checked definition. */
export function toCheckedInbox(inbox: Omit<InboxSettings, "origin">): CheckedInbox {
  const { title = "", open, keepDays = 0, keepScans = 0, audit } = inbox;
  return { title, open, keepDays, keepScans, audit };
}
