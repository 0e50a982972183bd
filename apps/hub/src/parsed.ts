/** A value, or one sentence about what is wrong. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; reason: string };

export function refuse(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}
