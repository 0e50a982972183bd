/** Texts of a verdict are cut to this number of characters, unless a reader says another one. */
const maxTextLength = 240;

/** Returns the own field of an object; undefined if it has none, or is no object. */
export function readField(object: unknown, name: string): unknown {
  return typeof object === "object" && object !== null && Object.hasOwn(object, name)
    ? (object as Record<string, unknown>)[name]
    : undefined;
}

/** Returns a field that is a text, cut to 240 or another number of characters. */
export function readText(object: unknown, name: string, length?: number): string | undefined {
  return cutText(readField(object, name), length);
}

/** Returns a field that is a finite number. */
export function readNumber(object: unknown, name: string): number | undefined {
  const number = readField(object, name);
  return Number.isFinite(number) ? (number as number) : undefined;
}

/** Returns the number of a thing, which may become a part of an address. */
export function readId(object: unknown, name: string): number | undefined {
  const id = readField(object, name);
  return Number.isSafeInteger(id) ? (id as number) : undefined;
}

/** Returns a field that is a time in ISO 8601. */
export function readTime(object: unknown, name: string): string | undefined {
  const time = readText(object, name);
  return time === undefined || Number.isNaN(Date.parse(time)) ? undefined : time;
}

/** Returns a text cut to 240 or another number of characters; undefined for anything else. */
export function cutText(value: unknown, length: number = maxTextLength): string | undefined {
  if (typeof value !== "string") return undefined;
  // A character is one or two UTF-16 code units.
  return Array.from(value.slice(0, length * 2))
    .slice(0, length)
    .join("");
}

/** Parses JSON; undefined if it is not valid. */
export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
