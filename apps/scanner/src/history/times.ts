/** Times of day and days as the person's own system writes them. */
export function printClock(at: number): string {
  return new Intl.DateTimeFormat(undefined, { timeStyle: "short" }).format(at);
}

/** A day as a heading: today and yesterday by name. */
export function printDay(
  at: number,
  now: number,
  names: { today: string; yesterday: string },
): string {
  const days = dayNumber(now) - dayNumber(at);
  if (days === 0) return names.today;
  if (days === 1) return names.yesterday;
  const format: Intl.DateTimeFormatOptions = { weekday: "long", day: "numeric", month: "long" };
  const year =
    new Date(at).getFullYear() === new Date(now).getFullYear() ? {} : { year: "numeric" };
  return new Intl.DateTimeFormat(undefined, { ...format, ...year } as typeof format).format(at);
}

/** Day and time in full, seconds included. */
export function printMoment(at: number): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" }).format(
    at,
  );
}

/** Counts days by the calendar of this place, so that a change to summer time makes none longer. */
function dayNumber(at: number): number {
  const day = new Date(at);
  return Math.round(Date.UTC(day.getFullYear(), day.getMonth(), day.getDate()) / 86_400_000);
}
