const datePattern = /^\d{4}-\d{2}-\d{2}$/;
const dateTimePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;
/**
 * At least nine digits, because a shorter number is probably a date in another notation, such as
 * 20261121.
 */
const secondsPattern = /^\d{9,}$/;

/**
 * Converts an ISO 8601 date (midnight UTC), a time with its offset, or a whole number of seconds to
 * seconds since 1970. Returns undefined for anything else, including dates that do not exist.
 */
export function parseTime(value: unknown): number | undefined {
  if (typeof value !== "string") return Number.isSafeInteger(value) ? Number(value) : undefined;
  if (secondsPattern.test(value)) return parseTime(Number(value));
  if (!datePattern.test(value) && !dateTimePattern.test(value)) return undefined;
  const day = value.slice(0, 10);
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(day)) return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : Math.floor(time / 1000);
}
