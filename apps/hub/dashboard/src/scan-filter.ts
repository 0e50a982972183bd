import type { Source } from "./api.ts";

/** The time of arrival to show. Days are local calendar days, `YYYY-MM-DD`; both are included. */
export type TimeSpan =
  | { kind: "any" }
  | { kind: "today" }
  | { kind: "week" }
  | { kind: "range"; from?: string | undefined; to?: string | undefined };

/** The filter of the list of scans. */
export type Filter = {
  inbox?: string | undefined;
  source?: Source | undefined;
  tag?: string | undefined;
  time: TimeSpan;
  text?: string | undefined;
};

export const noFilter: Filter = { time: { kind: "any" } };

/** Parses a filter from the query of the hash. Ignores unknown parameters and values. */
export function parseFilter(params: URLSearchParams): Filter {
  const filter: Filter = { time: parseTime(params) };
  const inbox = params.get("inbox");
  const source = params.get("source");
  const tag = params.get("tag");
  const text = params.get("text");
  if (inbox) filter.inbox = inbox;
  if (source === "nfc" || source === "code") filter.source = source;
  if (tag) filter.tag = tag;
  if (text) filter.text = text;
  return filter;
}

/** Formats a filter as the query of the hash: the inverse of `parseFilter`. */
export function formatFilter(filter: Filter): URLSearchParams {
  const params = new URLSearchParams();
  if (filter.inbox) params.set("inbox", filter.inbox);
  if (filter.source) params.set("source", filter.source);
  if (filter.tag) params.set("tag", filter.tag);
  if (filter.time.kind !== "any") params.set("time", filter.time.kind);
  if (filter.time.kind === "range") {
    if (filter.time.from) params.set("from", filter.time.from);
    if (filter.time.to) params.set("to", filter.time.to);
  }
  if (filter.text) params.set("text", filter.text);
  return params;
}

/** Converts a filter to the query of the API. Local days become instants. */
export function toQuery(filter: Filter, now: Date): URLSearchParams {
  const params = new URLSearchParams();
  if (filter.inbox) params.set("inbox", filter.inbox);
  if (filter.source) params.set("source", filter.source);
  if (filter.tag) params.set("tag", filter.tag);
  const { from, to } = toInstants(filter.time, now);
  if (from) params.set("from", from.toISOString());
  if (to) params.set("to", to.toISOString());
  if (filter.text?.trim()) params.set("text", filter.text.trim());
  return params;
}

/** Returns whether the filter has a condition. */
export function isFiltered(filter: Filter): boolean {
  return formatFilter(filter).size > 0;
}

function parseTime(params: URLSearchParams): TimeSpan {
  const kind = params.get("time");
  if (kind === "today" || kind === "week") return { kind };
  if (kind !== "range") return { kind: "any" };
  const from = params.get("from") ?? "";
  const to = params.get("to") ?? "";
  return {
    kind: "range",
    from: parseStartOfDay(from) && from,
    to: parseStartOfDay(to) && to,
  };
}

function toInstants(time: TimeSpan, now: Date): { from?: Date | undefined; to?: Date | undefined } {
  const getStartOfDaysAgo = (daysAgo: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo);
  if (time.kind === "today") return { from: getStartOfDaysAgo(0) };
  if (time.kind === "week") return { from: getStartOfDaysAgo(6) };
  if (time.kind !== "range") return {};
  const from = time.from ? parseStartOfDay(time.from) : undefined;
  const lastDay = time.to ? parseStartOfDay(time.to) : undefined;
  // The API excludes `to` itself, so the range ends with the first instant of the next day.
  const to = lastDay && new Date(lastDay.getFullYear(), lastDay.getMonth(), lastDay.getDate() + 1);
  return { from, to };
}

function parseStartOfDay(text: string): Date | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(year, month - 1, day);
  const exists =
    date.getFullYear() === year && date.getMonth() === month - 1 && date.getDate() === day;
  return exists ? date : undefined;
}
