import type { FieldProblem } from "../destinations/kind.ts";
import { findKind } from "../destinations/kinds.ts";
import { compileFilter } from "../shaping/filter.ts";
import { checkShape } from "../shaping/shape.ts";
import type { NewRoute, RouteFilter, Shape } from "../store/routing.ts";
import { say } from "../texts/exact-message.ts";
import { type InvalidDefinition, refuseFor } from "./destination.ts";
import type { RouteDefinition } from "./schemas.ts";
import { parseSpan } from "./span.ts";

export type CheckedRoute = Omit<NewRoute, "name" | "origin">;

/**
 * Checks the definition of a route, whose types are valid already. `findKindName` returns the kind
 * of a destination; undefined if there is no destination of that name.
 */
export function checkRoute(
  definition: RouteDefinition,
  findKindName: (destination: string) => string | undefined,
): { ok: true; route: CheckedRoute } | InvalidDefinition {
  const { title, inbox, destination, mode = "stored", on = true } = definition;
  const filter = removeEmptyPatterns(definition.filter ?? {});
  const kindName = findKindName(destination);
  const problems: FieldProblem[] = [];
  if (kindName === undefined) {
    const reason = say("route-has-no-destination", { destination });
    problems.push({ field: "destination", reason });
  }
  const invalid = findFilterProblem(filter);
  if (invalid) problems.push(invalid);
  const shape = checkShapeFor(kindName, definition.shape ?? { format: "ready-made" });
  if (!shape.ok) problems.push(shape);
  if (mode === "through" && kindName !== undefined && findKind(kindName)?.via !== "http") {
    const reason = say("only-http-responds");
    problems.push({ field: "mode", reason });
  }
  const expiresMs = checkSpan("expires", definition.expires, problems);
  const oncePerMs = checkSpan("oncePer", definition.oncePer, problems);
  if (mode === "through" && oncePerMs !== undefined) {
    const reason = say("through-leaves-nothing-out");
    problems.push({ field: "oncePer", reason });
  }
  const refusal = refuseFor(problems.map(({ field, reason }) => ({ field, reason })));
  if (refusal || !shape.ok) return refusal!;
  const route: CheckedRoute = { destination, filter, shape: shape.shape, mode, on };
  if (title) route.title = title;
  if (inbox) route.inbox = inbox;
  if (expiresMs !== undefined) route.expiresMs = expiresMs;
  if (oncePerMs !== undefined) route.oncePerMs = oncePerMs;
  return { ok: true, route };
}

/** Returns a span in milliseconds; undefined if there is none, or after adding its problem. */
function checkSpan(
  field: "expires" | "oncePer",
  input: string | number | null | undefined,
  problems: FieldProblem[],
): number | undefined {
  if (input === undefined || input === null || input === "") return undefined;
  const parsed = parseSpan(input);
  if (parsed.ok) return parsed.seconds * 1000;
  problems.push({ field, reason: parsed.reason });
  return undefined;
}

/**
 * Removes empty patterns. A form sends "" for an empty field, which must not become a pattern for
 * empty texts.
 */
export function removeEmptyPatterns({ structured, ...patterns }: RouteFilter): RouteFilter {
  const filter: RouteFilter = Object.fromEntries(
    Object.entries(patterns).filter(([, pattern]) => pattern !== ""),
  );
  const fields = Object.entries(structured ?? {}).filter(([, pattern]) => pattern !== "");
  return fields.length > 0 ? { ...filter, structured: Object.fromEntries(fields) } : filter;
}

/** Returns the first problem of a filter; undefined if it is valid. */
export function findFilterProblem(filter: RouteFilter): InvalidDefinition | undefined {
  const compiled = compileFilter(filter);
  return compiled.ok
    ? undefined
    : { ok: false, field: `filter.${compiled.field}`, reason: compiled.reason };
}

/**
 * Checks whether a destination of this kind takes this shape, and whether the template is valid. If
 * `kindName` is undefined, every shape is taken.
 */
export function checkShapeFor(
  kindName: string | undefined,
  input: NonNullable<RouteDefinition["shape"]>,
): { ok: true; shape: Shape } | InvalidDefinition {
  const { format, template } = input;
  const kind = kindName === undefined ? undefined : findKind(kindName);
  const formats = ["ready-made", ...(kind?.shapes ?? [])];
  if (kind && !formats.includes(format)) {
    const reason = say("shape-not-taken", {
      kind: kind.title,
      shape: format,
      shapes: formats.join(" or "),
    });
    return { ok: false, field: "shape.format", reason };
  }
  if (format === "ready-made" || format === "scan") {
    if (template === undefined) return { ok: true, shape: { format } };
    const reason = say("shape-has-no-template", { shape: format });
    return { ok: false, field: "shape.template", reason };
  }
  if (template === undefined || template === "") {
    const reason = say("shape-needs-template", {
      shape: format,
      example: "{{ content | json }}",
    });
    return { ok: false, field: "shape.template", reason };
  }
  const shape = { format, template };
  const reason = checkShape(shape);
  return reason === undefined
    ? { ok: true, shape }
    : { ok: false, field: "shape.template", reason };
}
