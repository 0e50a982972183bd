/**
 * Returns whether a text is an ISO 8601 time with a zone: `2026-05-12T14:23:01Z`,
 * `2026-05-12T16:23:01.5+02:00`.
 */
export function isTimestamp(text: string): boolean {
  const match = /^(.{10})T(\d\d):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)$/.exec(
    text,
  );
  const [, day = "", hours, minutes, seconds = 0] = match ?? [];
  // 60 is a leap second.
  return isDay(day) && Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) <= 60;
}

/**
 * Returns whether a text is a day of the calendar, such as `2026-05-12`. Formats the day again and
 * compares, because Date turns 30 February into 2 March.
 */
export function isDay(text: string): boolean {
  const midnight = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(text);
}
