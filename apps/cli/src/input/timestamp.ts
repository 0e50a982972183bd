/** A moment with its zone, as ISO 8601 writes it: `2026-05-12T14:23:01Z`, `2026-05-12T16:23:01.5+02:00`. */
export function isTimestamp(text: string): boolean {
  const parts = /^(.{10})T(\d\d):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)$/.exec(
    text,
  );
  const [, day = "", hours, minutes, seconds = 0] = parts ?? [];
  // 60: a leap second.
  return isDay(day) && Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) <= 60;
}

/** A day of the calendar, `2026-05-12`. Date alone would turn 30 February into 2 March. */
export function isDay(text: string): boolean {
  const midnight = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(text);
}
