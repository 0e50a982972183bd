import { type Filter, toQuery } from "../scan-filter.ts";

/**
 * The scans of a bulk action: some of the shown scans, or all scans that match the filter. `upTo`
 * is the id of the newest shown scan; newer scans are not selected.
 */
export type Selection =
  | { kind: "some"; ids: readonly number[] }
  | { kind: "all"; filter: Filter; upTo: number; count: number };

/** The API takes at most this many ids in one request. */
export const maxIds = 1000;

export function countOf(selection: Selection): number {
  return selection.kind === "some" ? selection.ids.length : selection.count;
}

/** Returns the fields of a request that select these scans. */
export function toBody(selection: Selection): object {
  if (selection.kind === "some") return { ids: selection.ids };
  const match = Object.fromEntries(toQuery(selection.filter, new Date()));
  return { match, upTo: selection.upTo };
}

/** Returns the address of an export of these scans. */
export function toExportUrl(selection: Selection, format: "csv" | "jsonl"): string {
  const params =
    selection.kind === "some"
      ? new URLSearchParams({ ids: selection.ids.join(",") })
      : toQuery(selection.filter, new Date());
  if (selection.kind === "all") params.set("upTo", String(selection.upTo));
  params.set("format", format);
  return `/api/scans/export?${params}`;
}

/**
 * Selects or deselects the rows from `range.from`, the row that was clicked last, to `range.to`. If
 * `from` is undefined or no longer in the list, changes the row `to` only.
 */
export function selectRange(
  selected: ReadonlySet<number>,
  rows: readonly number[],
  range: { from: number | undefined; to: number; isSelected: boolean },
): Set<number> {
  const next = new Set(selected);
  const end = rows.indexOf(range.to);
  const start = range.from === undefined ? end : rows.indexOf(range.from);
  const [first, last] = [Math.min(start < 0 ? end : start, end), Math.max(start, end)];
  for (const id of rows.slice(first, last + 1)) {
    if (range.isSelected) next.add(id);
    else next.delete(id);
  }
  return next;
}
