import type { ScanFilter } from "../store/store.ts";

/** The filter of a query whose schema was checked, times normalised to UTC. Undefined: a time that does not exist. */
export function toFilter(query: ScanFilter): ScanFilter | undefined {
  const filter: ScanFilter = {};
  if (query.inbox) filter.inbox = query.inbox;
  if (query.source) filter.source = query.source;
  if (query.text) filter.text = query.text;
  for (const end of ["from", "to"] as const) {
    if (!query[end]) continue;
    const time = new Date(query[end]);
    if (Number.isNaN(time.getTime())) return undefined;
    filter[end] = time.toISOString();
    // An offset can push the first and the last hours of all into a year that has no four digits.
    if (!/^\d{4}-/.test(filter[end])) return undefined;
  }
  return filter;
}
