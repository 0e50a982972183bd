import { readAcceptLanguage } from "@scanhook/texts/pick-language";
import { hubTexts } from "../texts/hub-texts.ts";
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
  const format = times.length === 0 ? undefined : findTwelveHours(acceptLanguage);
  if (!format) return verdict;
  const convert = (text: string) =>
    text.replace(/\d\d:\d\d/g, (time) => (times.includes(time) ? format(time) : time));
  return { ...verdict, text: convert(verdict.text), message: convert(verdict.message) };
}

/** Returns what writes `HH:MM` on a 12-hour clock; undefined if the sender has none. */
function findTwelveHours(header: string | undefined): ((time: string) => string) | undefined {
  // Programs send no language; for them, the times stay as they are.
  const [language] = readAcceptLanguage(header);
  if (language === undefined) return undefined;
  try {
    const options = { hour: "numeric", minute: "2-digit", timeZone: "UTC" } as const;
    const format = new Intl.DateTimeFormat(language, options);
    if (format.resolvedOptions().hour12 !== true) return undefined;
    const [primary = ""] = language.toLowerCase().split("-");
    // Verdicts for a language that there is not may be in English.
    if (primary === "en" || !hubTexts.languages.includes(primary)) return toTwelveHours;
    return (time) => format.format(Date.parse(`1970-01-01T${time}Z`));
  } catch {
    return undefined;
  }
}

/** Writes `HH:MM` as browsers write times in English. */
function toTwelveHours(time: string): string {
  const [hour = 0, minute = ""] = [Number(time.slice(0, 2)), time.slice(3)];
  return `${hour % 12 || 12}:${minute} ${hour < 12 ? "AM" : "PM"}`;
}
