import { Type } from "typebox";
import type { ErrorCode } from "../../http/errors.ts";
import type { ScanFilter } from "../../store/scan-selection.ts";
import type { Store } from "../../store/store.ts";
import { toTagIdentifier } from "../../store/tag-identifier.ts";
import { say } from "../../texts/exact-message.ts";
import { filterProperties } from "../schemas.ts";
import { invalidTime, parseTimeBounds } from "../time-bounds.ts";

/** Selects scans for a bulk action: by their ids, or all scans that match a filter. */
export type Selection = { ids?: number[]; match?: ScanFilter; upTo?: number };

/** The fields of a body that selects scans. */
export const selectionProperties = {
  ids: Type.Optional(
    Type.Array(Type.Integer({ minimum: 0 }), {
      maxItems: 1000,
      description: "The scans with these ids. Leave it out with `match`.",
    }),
  ),
  match: Type.Optional(
    Type.Object(filterProperties, {
      // A misspelled part must not widen the filter.
      additionalProperties: false,
      description:
        "All scans that pass this filter, as of `GET /api/scans`. `{}` selects every scan.",
    }),
  ),
  upTo: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        "With `match`: no scan with a greater `id`, so that scans that arrive meanwhile are left out.",
    }),
  ),
};

export type ParsedFilter =
  | { ok: true; filter: ScanFilter }
  | { ok: false; code: ErrorCode; message?: string };

/**
 * Normalizes the filter of a validated query: times become UTC, and a tag gets the form of the
 * webhook contract. `reach` has the inboxes that the caller is limited to.
 */
export function parseFilter(query: ScanFilter, reach?: readonly string[]): ParsedFilter {
  const filter: ScanFilter = {};
  if (reach) filter.inboxes = reach;
  if (query.inbox) filter.inbox = query.inbox;
  if (query.source) filter.source = query.source;
  if (query.text) filter.text = query.text;
  if (query.tag) {
    const tag = toTagIdentifier(query.tag);
    if (!tag) return { ok: false, code: "not-a-tag" };
    filter.tag = tag;
  }
  const bounds = parseTimeBounds(query);
  return bounds ? { ok: true, filter: { ...filter, ...bounds } } : invalidTime;
}

const eitherOr = {
  ok: false,
  code: "invalid-request",
  message: say("scans-either-way"),
} as const;

/** Parses a selection to a filter. */
export function parseSelection({ ids, match }: Selection): ParsedFilter {
  if ((ids === undefined) === (match === undefined)) return eitherOr;
  return ids ? { ok: true, filter: { ids } } : parseFilter(match!);
}

const pageSize = 500;

/**
 * Yields the ids of the selected scans in pages, oldest first. Leaves out scans that arrive after
 * the first page was read.
 */
export async function* readSelectedIds(
  store: Pick<Store, "findScanIds">,
  filter: ScanFilter,
  upTo = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<number[]> {
  const [newest = 0] = await store.findScanIds(filter, { limit: 1 });
  const last = Math.min(newest, upTo);
  for (let after = 0; after < last; ) {
    const found = await store.findScanIds(filter, { after, limit: pageSize });
    const ids = found.filter((id) => id <= last);
    if (ids.length > 0) yield ids;
    if (found.length < pageSize) return;
    after = found.at(-1)!;
  }
}
