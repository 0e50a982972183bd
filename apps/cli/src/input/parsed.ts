/** A value, or one sentence that says what was wrong and what to do. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; reason: string };

/** Returns the result of a failed parse. `reason` is a sentence for the user. */
export function refuse(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}
