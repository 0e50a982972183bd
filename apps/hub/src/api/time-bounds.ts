import { Type } from "typebox";
import { say } from "../texts/exact-message.ts";

/** Returns the schema of a time that bounds a list. */
export function createTimeSchema(description: string) {
  return Type.Optional(
    Type.String({
      anyOf: [{ format: "date-time" }, { format: "date" }],
      description: `${description} An ISO 8601 time with an offset, or a date (its start in UTC).`,
    }),
  );
}

export type TimeBounds = { from?: string; to?: string };

/**
 * Returns the bounds of a validated query in UTC, without those that are missing or empty.
 * Undefined if one is no real time, such as 31 February.
 */
export function parseTimeBounds(query: {
  from?: string | undefined;
  to?: string | undefined;
}): TimeBounds | undefined {
  const bounds: TimeBounds = {};
  for (const bound of ["from", "to"] as const) {
    if (!query[bound]) continue;
    const time = new Date(query[bound]);
    if (Number.isNaN(time.getTime())) return undefined;
    bounds[bound] = time.toISOString();
    // In UTC, a time with an offset may be before the year 0000 or after 9999.
    if (!/^\d{4}-/.test(bounds[bound])) return undefined;
  }
  return bounds;
}

/** The refusal of a query with a bound that is no real time. */
export const invalidTime = {
  ok: false,
  code: "invalid-request",
  message: say("times-not-real"),
} as const;
