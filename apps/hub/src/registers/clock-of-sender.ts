import type { Verdict } from "./verdict.ts";

/**
 * Returns a verdict whose texts show times of day as the sender's screen shows its other times:
 * `14:02` becomes `2:02 PM` if the first language of `Accept-Language` (RFC 9110, 12.5.4) has a
 * 12-hour clock. Only the times in `verdict.times` are converted. Without such a language, returns
 * the verdict itself.
 */
export function byClockOf<WithTimes extends Pick<Verdict, "text" | "message" | "times">>(
  verdict: WithTimes,
  acceptLanguage: string | undefined,
): WithTimes {
  const { times = [] } = verdict;
  if (times.length === 0 || !hasTwelveHours(acceptLanguage)) return verdict;
  const convert = (text: string) =>
    text.replace(/\d\d:\d\d/g, (time) => (times.includes(time) ? toTwelveHours(time) : time));
  return { ...verdict, text: convert(verdict.text), message: convert(verdict.message) };
}

function hasTwelveHours(acceptLanguage = ""): boolean {
  const language = acceptLanguage.split(",")[0]!.split(";")[0]!.trim();
  // Programs send no language; for them, the times stay as they are.
  if (language === "" || language === "*") return false;
  try {
    return new Intl.DateTimeFormat(language, { hour: "numeric" }).resolvedOptions().hour12 === true;
  } catch {
    return false;
  }
}

/** Writes `HH:MM` as browsers write times in English. */
function toTwelveHours(time: string): string {
  const [hour = 0, minute = ""] = [Number(time.slice(0, 2)), time.slice(3)];
  return `${hour % 12 || 12}:${minute} ${hour < 12 ? "AM" : "PM"}`;
}
