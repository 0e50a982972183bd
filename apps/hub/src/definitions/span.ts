import type { NewRoute } from "../store/routing.ts";
import { say } from "../texts/exact-message.ts";

const units: readonly { name: string; words: readonly string[]; seconds: number }[] = [
  { name: "d", words: ["d", "day", "days"], seconds: 86_400 },
  { name: "h", words: ["h", "hour", "hours"], seconds: 3600 },
  { name: "min", words: ["min", "m", "minute", "minutes"], seconds: 60 },
  { name: "s", words: ["s", "sec", "second", "seconds"], seconds: 1 },
];

/** In seconds. Longer than a delivery is tried, and than anybody wants a tag to be ignored. */
export const maxSpan = 7 * 86_400;

/** The description of a span in the schemas of the API and the settings file. */
export const spanDescription =
  "In seconds, or with units such as 30 s, 5 min, 2 h or 1 d; from 1 s to 7 d. null or an empty text removes it.";

/**
 * Parses a span of time as people write it: a number of seconds, or numbers with units such as
 * "30 s" and "1 h 30 min". Returns the whole seconds, or a sentence about what is wrong.
 */
export function parseSpan(
  input: string | number,
): { ok: true; seconds: number } | { ok: false; reason: string } {
  const seconds = typeof input === "number" ? input : sumParts(input.trim().toLowerCase());
  if (seconds === undefined || !Number.isInteger(seconds)) {
    const reason = say("not-a-span", { text: String(input) });
    return { ok: false, reason };
  }
  if (seconds < 1 || seconds > maxSpan) {
    const reason = say(seconds < 1 ? "span-too-short" : "span-too-long", { text: String(input) });
    return { ok: false, reason };
  }
  return { ok: true, seconds };
}

/** Returns a span in whole seconds with units, such as "1 h 30 min". `parseSpan` reads it. */
export function formatSpan(seconds: number): string {
  let rest = seconds;
  return units
    .flatMap(({ name, seconds: size }) => {
      const count = Math.floor(rest / size);
      rest -= count * size;
      return count > 0 ? [`${count} ${name}`] : [];
    })
    .join(" ");
}

/** Returns the spans of a route as people read and write them, in seconds. */
export function toSpans({ expiresMs, oncePerMs }: Pick<NewRoute, "expiresMs" | "oncePerMs">): {
  expires?: number;
  oncePer?: number;
} {
  const spans: { expires?: number; oncePer?: number } = {};
  if (expiresMs !== undefined) spans.expires = expiresMs / 1000;
  if (oncePerMs !== undefined) spans.oncePer = oncePerMs / 1000;
  return spans;
}

function sumParts(text: string): number | undefined {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  if (!/^(?:\d{1,9}\s*[a-z]+\s*)+$/.test(text)) return undefined;
  let sum = 0;
  for (const [, count, word] of text.matchAll(/(\d+)\s*([a-z]+)/g)) {
    const unit = units.find(({ words }) => words.includes(word!));
    if (!unit) return undefined;
    sum += Number(count) * unit.seconds;
  }
  return sum;
}
