import { type Parsed, refuse } from "./parsed.ts";
import { isDay, isTimestamp } from "./timestamp.ts";

type TimeBounds = { from?: string; to?: string };

/** Parses the options `--from` and `--to`, as far as they are given, to times in UTC. */
export function parseTimeBounds(values: TimeBounds): Parsed<TimeBounds> {
  const bounds: TimeBounds = {};
  for (const option of ["from", "to"] as const) {
    const time = values[option];
    if (time === undefined) continue;
    const date = new Date(time);
    if (!(isDay(time) || isTimestamp(time)) || Number.isNaN(date.getTime()))
      return refuse(
        `--${option} is a day such as 2026-05-12 or a time with its zone such as 2026-05-12T14:00:00Z, not "${time}".`,
      );
    bounds[option] = date.toISOString();
  }
  return { ok: true, value: bounds };
}
