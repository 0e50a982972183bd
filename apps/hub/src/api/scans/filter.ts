import type { ErrorCode } from "../../http/errors.ts";
import type { ScanFilter } from "../../store/scan-selection.ts";
import { toTagIdentifier } from "../../store/tag-identifier.ts";

export type ParsedFilter =
  | { ok: true; filter: ScanFilter }
  | { ok: false; code: ErrorCode; message?: string };

/**
 * Normalizes the filter of a validated query: times become UTC, and a tag gets the form of the
 * webhook contract.
 */
export function parseFilter(query: ScanFilter): ParsedFilter {
  const filter: ScanFilter = {};
  if (query.inbox) filter.inbox = query.inbox;
  if (query.source) filter.source = query.source;
  if (query.text) filter.text = query.text;
  if (query.tag) {
    const tag = toTagIdentifier(query.tag);
    if (!tag) return { ok: false, code: "not-a-tag" };
    filter.tag = tag;
  }
  for (const bound of ["from", "to"] as const) {
    if (!query[bound]) continue;
    const time = new Date(query[bound]);
    if (Number.isNaN(time.getTime())) return invalidTime;
    filter[bound] = time.toISOString();
    // In UTC, a time with an offset may fall before year 0000 or after 9999.
    if (!/^\d{4}-/.test(filter[bound])) return invalidTime;
  }
  return { ok: true, filter };
}

const invalidTime = {
  ok: false,
  code: "invalid-request",
  message: "The times from and to must be real times; write them like 2026-05-12T14:23:01Z.",
} as const;
