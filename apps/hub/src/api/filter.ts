import type { ErrorCode } from "../errors.ts";
import type { ScanFilter } from "../store/store.ts";
import { toTagIdentifier } from "../tag-identifier.ts";

export type ReadFilter =
  | { ok: true; filter: ScanFilter }
  | { ok: false; code: ErrorCode; message?: string };

/** The filter of a query whose schema was checked, times normalised to UTC and a tag to the form of the contract. */
export function toFilter(query: ScanFilter): ReadFilter {
  const filter: ScanFilter = {};
  if (query.inbox) filter.inbox = query.inbox;
  if (query.source) filter.source = query.source;
  if (query.text) filter.text = query.text;
  if (query.tag) {
    const tag = toTagIdentifier(query.tag);
    if (!tag) return { ok: false, code: "not-a-tag" };
    filter.tag = tag;
  }
  for (const end of ["from", "to"] as const) {
    if (!query[end]) continue;
    const time = new Date(query[end]);
    if (Number.isNaN(time.getTime())) return badTime;
    filter[end] = time.toISOString();
    // An offset can push the first and the last hours of all into a year that has no four digits.
    if (!/^\d{4}-/.test(filter[end])) return badTime;
  }
  return { ok: true, filter };
}

const badTime = {
  ok: false,
  code: "invalid-request",
  message: "The times from and to must exist; write them like 2026-05-12T14:23:01Z.",
} as const;
