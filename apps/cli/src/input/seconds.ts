import { type Parsed, refuse } from "./parsed.ts";

/**
 * Parses a number of seconds, at most an hour, and returns milliseconds. If `text` is undefined,
 * returns `defaultSeconds` in milliseconds.
 */
export function parseSeconds(text: string | undefined, defaultSeconds: number): Parsed<number> {
  const seconds = text === undefined ? defaultSeconds : Number(text);
  const isNumber = text === undefined || /^\d+(\.\d+)?$/.test(text);
  return isNumber && seconds > 0 && seconds <= 3600
    ? { ok: true, value: Math.round(seconds * 1000) }
    : refuse(`give a number of seconds between 0.1 and 3600, not "${text}".`);
}
