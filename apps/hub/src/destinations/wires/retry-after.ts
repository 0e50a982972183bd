const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const month = `(?<month>${months.join("|")})`;
const time = String.raw`(?<time>\d\d:\d\d:\d\d)`;

/** IMF-fixdate, and the two forms that recipients still have to know: RFC 850 and asctime (RFC 9110 5.6.7). */
const forms = [
  String.raw`\w{3}, (?<day>\d\d) ${month} (?<year>\d{4}) ${time} GMT`,
  String.raw`\w{6,9}, (?<day>\d\d)-${month}-(?<year>\d\d) ${time} GMT`,
  String.raw`\w{3} ${month} (?<day>[ \d]\d) ${time} (?<year>\d{4})`,
].map((form) => new RegExp(`^${form}$`));

/**
 * Reads `Retry-After` (RFC 9110 10.2.3): seconds, or a date. Answers milliseconds from now, 0 for a date that is over;
 * undefined for anything else.
 */
export function parseRetryAfter(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? "";
  // More digits than anybody waits; Number stays exact below.
  if (/^\d{1,12}$/.test(text)) return Number(text) * 1000;
  const at = parseHttpDate(text, now);
  return at === undefined ? undefined : Math.max(0, at - now.getTime());
}

function parseHttpDate(text: string, now: Date): number | undefined {
  const found = forms.map((form) => form.exec(text)).find(Boolean)?.groups;
  if (!found) return;
  const { day, month, year, time } = found as Record<"day" | "month" | "year" | "time", string>;
  const wholeYear = year.length === 2 ? toWholeYear(Number(year), now) : Number(year);
  const [hours, minutes, seconds] = time.split(":").map(Number) as [number, number, number];
  if (hours > 23 || minutes > 59 || seconds > 60) return;
  const date = new Date(0);
  date.setUTCFullYear(wholeYear, months.indexOf(month), Number(day));
  date.setUTCHours(hours, minutes, seconds);
  const isReal = Number(day) >= 1 && date.getUTCMonth() === months.indexOf(month);
  return isReal || seconds === 60 ? date.getTime() : undefined;
}

/** A year of two digits that seems more than 50 years ahead is the last one with these digits (RFC 9110 5.6.7). */
function toWholeYear(twoDigits: number, now: Date): number {
  const thisYear = now.getUTCFullYear();
  const year = thisYear - (thisYear % 100) + twoDigits;
  return year > thisYear + 50 ? year - 100 : year;
}
