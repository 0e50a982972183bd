const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const monthPattern = `(?<month>${months.join("|")})`;
const timePattern = String.raw`(?<time>\d\d:\d\d:\d\d)`;

/**
 * IMF-fixdate, and the two obsolete formats that recipients must accept: RFC 850 and asctime (RFC
 * 9110, section 5.6.7).
 */
const formats = [
  String.raw`\w{3}, (?<day>\d\d) ${monthPattern} (?<year>\d{4}) ${timePattern} GMT`,
  String.raw`\w{6,9}, (?<day>\d\d)-${monthPattern}-(?<year>\d\d) ${timePattern} GMT`,
  String.raw`\w{3} ${monthPattern} (?<day>[ \d]\d) ${timePattern} (?<year>\d{4})`,
].map((format) => new RegExp(`^${format}$`));

/**
 * Parses `Retry-After` (RFC 9110, section 10.2.3), which holds seconds or a date. Returns
 * milliseconds from now, 0 for a date in the past, and undefined for anything else.
 */
export function parseRetryAfter(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? "";
  // Twelve digits are enough for every wait, and Number is exact for them.
  if (/^\d{1,12}$/.test(text)) return Number(text) * 1000;
  const timeMs = parseHttpDate(text, now);
  return timeMs === undefined ? undefined : Math.max(0, timeMs - now.getTime());
}

function parseHttpDate(text: string, now: Date): number | undefined {
  const groups = formats.map((format) => format.exec(text)).find(Boolean)?.groups;
  if (!groups) return;
  const { day, month, year, time } = groups as Record<"day" | "month" | "year" | "time", string>;
  const fullYear = year.length === 2 ? toFullYear(Number(year), now) : Number(year);
  const [hours, minutes, seconds] = time.split(":").map(Number) as [number, number, number];
  if (hours > 23 || minutes > 59 || seconds > 60) return;
  const date = new Date(0);
  date.setUTCFullYear(fullYear, months.indexOf(month), Number(day));
  date.setUTCHours(hours, minutes, seconds);
  const isReal = Number(day) >= 1 && date.getUTCMonth() === months.indexOf(month);
  return isReal || seconds === 60 ? date.getTime() : undefined;
}

/**
 * Returns the year with these two digits in this century, or in the previous one if that would be
 * more than 50 years ahead (RFC 9110, section 5.6.7).
 */
function toFullYear(twoDigits: number, now: Date): number {
  const thisYear = now.getUTCFullYear();
  const year = thisYear - (thisYear % 100) + twoDigits;
  return year > thisYear + 50 ? year - 100 : year;
}
