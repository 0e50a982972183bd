const date = /^\d{4}-\d{2}-\d{2}$/;
const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;
/** Fewer digits are rather a date that is written otherwise, such as 20261121. */
const seconds = /^\d{9,}$/;

/**
 * Seconds since 1970 from an ISO 8601 date (midnight UTC), a time with its offset, or a whole number of seconds.
 * Undefined for all else, days that no month has included.
 */
export function parseTime(value: unknown): number | undefined {
  if (typeof value !== "string") return Number.isSafeInteger(value) ? Number(value) : undefined;
  if (seconds.test(value)) return parseTime(Number(value));
  if (!date.test(value) && !dateTime.test(value)) return undefined;
  const day = value.slice(0, 10);
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(day)) return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : Math.floor(time / 1000);
}
