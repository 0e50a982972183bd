import type { Source } from "@scanhook/webhook";
import { codes, results } from "../registers/verdict.ts";
import type { NewDelivery } from "../store/deliveries.ts";
import { includesInbox } from "../store/own-inboxes.ts";
import type { DestinationRecord, RouteFilter, RouteRecord, Routing } from "../store/routing.ts";
import { toVerdictText } from "../store/verdicts.ts";
import { compilePattern, type Pattern } from "./pattern.ts";

/** The parts of a scan that decide which routes take it; every stored scan has them. */
export type Routable = {
  inbox: string;
  source?: Source | undefined;
  identifier: string;
  content: string;
  tagType?: string;
  structured?: Record<string, unknown> | undefined;
  /** `undecided`: the register decides about the scan only when it is stored. */
  verdict?: { result: string; code: string } | "undecided" | undefined;
};

/**
 * A route that takes a scan, with the delivery to store for it. The caller may add `claimedBy`.
 */
export type Match = { route: RouteRecord; destination: DestinationRecord; delivery: NewDelivery };

/**
 * Compiles the filters of all routes into a function that returns the routes that take a scan, in
 * their order.
 */
export function compileRouting(routing: Routing): (scan: Routable) => Match[] {
  const destinations = new Map(
    routing.destinations.map((destination) => [destination.name, destination]),
  );
  const compiled = routing.routes.flatMap((route) => {
    const destination = destinations.get(route.destination);
    const filter = compileFilter(route.filter);
    if (!route.on || !destination || !filter.ok) return [];
    const delivery: NewDelivery = {
      route: route.id,
      state: destination.state === "dropping" ? "dropped" : "pending",
    };
    const undecided = filter.verdicts ? { ...delivery, verdicts: filter.verdicts } : delivery;
    return [{ route, destination, delivery, undecided, passes: filter.passes }];
  });
  return (scan) =>
    compiled
      .filter(({ route, passes }) => includesInbox(route.inbox, scan.inbox) && passes(scan))
      .map(({ route, destination, delivery, undecided }) => ({
        route,
        destination,
        delivery: scan.verdict === "undecided" ? undecided : delivery,
      }));
}

export type CompiledFilter =
  /**
   * `verdicts` lists the verdicts that pass, each as result and code; missing if the filter takes
   * all. `passes` does not test the verdict of an undecided scan.
   */
  | { ok: true; passes: (scan: Routable) => boolean; verdicts?: readonly string[] }
  | { ok: false; field: string; reason: string };

/**
 * Compiles a filter. `field` names the part that is invalid, such as `content` or `structured.key`.
 * Never throws.
 */
export function compileFilter(filter: RouteFilter): CompiledFilter {
  const tests: ((scan: Routable) => boolean)[] = [];
  if (filter.source !== undefined) tests.push((scan) => scan.source === filter.source);
  const parts: { field: string; pattern: string; texts: (scan: Routable) => readonly string[] }[] =
    [];
  for (const field of ["identifier", "content", "tagType"] as const) {
    const pattern = filter[field];
    if (pattern === undefined) continue;
    parts.push({ field, pattern, texts: (scan) => toTexts(scan[field]) });
  }
  for (const [key, pattern] of Object.entries(filter.structured ?? {})) {
    parts.push({
      field: `structured.${key}`,
      pattern,
      texts: (scan) => toTexts(findValue(scan.structured, key)),
    });
  }
  for (const { field, pattern, texts } of parts) {
    const compiled = compilePattern(pattern);
    if (!compiled.ok) return { ok: false, field, reason: compiled.reason };
    const matches: Pattern = compiled.matches;
    tests.push((scan) => matches(texts(scan)));
  }
  const passes = (scan: Routable) => tests.every((test) => test(scan));
  if (filter.verdict === undefined) return { ok: true, passes };
  const compiled = compilePattern(filter.verdict);
  if (!compiled.ok) return { ok: false, field: "verdict", reason: compiled.reason };
  const passesVerdict = ({ verdict }: Routable) =>
    verdict === "undecided" ||
    (verdict !== undefined && compiled.matches([verdict.result, verdict.code]));
  const verdicts = results.flatMap((result) =>
    codes
      .filter((code) => compiled.matches([result, code]))
      .map((code) => toVerdictText({ result, code })),
  );
  return { ok: true, passes: (scan) => passes(scan) && passesVerdict(scan), verdicts };
}

/**
 * Returns the value of a key, in which a dot goes one level down. A key that itself contains a dot
 * takes precedence.
 */
function findValue(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  if (Object.hasOwn(value, key)) return (value as Record<string, unknown>)[key];
  const dot = key.indexOf(".");
  if (dot < 0) return undefined;
  const outer = key.slice(0, dot);
  if (!Object.hasOwn(value, outer)) return undefined;
  return findValue((value as Record<string, unknown>)[outer], key.slice(dot + 1));
}

/** Returns the texts to match. A list matches if one of its values does. */
function toTexts(value: unknown): readonly string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value))
    return value.flatMap((item) => (Array.isArray(item) ? [] : toTexts(item)));
  return [typeof value === "object" ? JSON.stringify(value) : String(value)];
}
