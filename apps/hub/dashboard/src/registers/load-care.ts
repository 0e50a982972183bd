import type { Result } from "../api.ts";
import { type CareFilter, listQueries, sortEntries } from "./care.ts";
import { type Entry, loadEntries, loadedEntries, type Register } from "./registers.ts";

/**
 * Loads the entries that a filter shows: those with a date by their date, and the others by their
 * name.
 */
export async function loadCareEntries(
  register: Pick<Register, "name" | "kind" | "rules">,
  filter: CareFilter,
  text: string,
  now: number,
  signal: AbortSignal,
): Promise<Result<Entry[]>> {
  const results = await Promise.all(
    listQueries(filter, register, now).map((query) =>
      loadEntries(register.name, { ...query, text, limit: loadedEntries }, signal),
    ),
  );
  const failed = results.find((result) => !result.ok);
  if (failed && !failed.ok) return failed;
  const found = results.flatMap((result) => (result.ok ? result.data : []));
  return { ok: true, data: sortEntries(found, filter, register, now) };
}
