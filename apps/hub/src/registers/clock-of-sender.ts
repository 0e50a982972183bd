import type { Verdict } from "./register.ts";

/**
 * Returns the texts of a verdict with the times of its own sentences by the clock of whoever asks,
 * as the other times on their screen are: `14:02` becomes `2:02 PM` where the first language of
 * `Accept-Language` (RFC 9110, 12.5.4) has 12 hours.
 */
export function byClockOf<Told extends Pick<Verdict, "text" | "message" | "times">>(
  verdict: Told,
  acceptLanguage: string | undefined,
): Told {
  const { times = [] } = verdict;
  if (times.length === 0 || !hasTwelveHours(acceptLanguage)) return verdict;
  const convert = (text: string) =>
    text.replace(/\d\d:\d\d/g, (time) => (times.includes(time) ? toTwelveHours(time) : time));
  return { ...verdict, text: convert(verdict.text), message: convert(verdict.message) };
}

function hasTwelveHours(acceptLanguage = ""): boolean {
  const language = acceptLanguage.split(",")[0]!.split(";")[0]!.trim();
  // Without a language, as programs ask, the times stay as they are.
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
