import { findKind } from "../destinations/kinds.ts";
import { checkShape } from "../forwarding/shape.ts";
import { compileFilter } from "../shaping/filter.ts";
import type { NewRoute, RouteFilter, Shape } from "../store/forwarding.ts";
import type { Misfit } from "./destination.ts";
import type { RouteDefinition } from "./schemas.ts";

export type CheckedRoute = Omit<NewRoute, "name" | "origin">;

/**
 * Understands what somebody wrote about a route, whose types were checked before. `kindOf` tells the kind of a
 * destination by its name, when there is one.
 */
export function checkRoute(
  definition: RouteDefinition,
  kindOf: (destination: string) => string | undefined,
): { ok: true; route: CheckedRoute } | Misfit {
  const { title, inbox, destination, mode = "stored", on = true } = definition;
  const filter = withoutEmpty(definition.filter ?? {});
  const kindName = kindOf(destination);
  if (kindName === undefined) {
    const reason = `There is no destination “${destination}”; make it first, or correct the name.`;
    return { ok: false, field: "destination", reason };
  }
  const misfit = findFilterMisfit(filter);
  if (misfit) return misfit;
  const shape = checkShapeFor(kindName, definition.shape ?? { format: "ready-made" });
  if (!shape.ok) return shape;
  if (mode === "through" && findKind(kindName)?.via !== "http") {
    const reason =
      "Only a destination that is reached over HTTP can answer the scanner; use mode stored.";
    return { ok: false, field: "mode", reason };
  }
  const route: CheckedRoute = { destination, filter, shape: shape.shape, mode, on };
  if (title) route.title = title;
  if (inbox) route.inbox = inbox;
  return { ok: true, route };
}

/** A form sends what was left empty as "": no pattern, rather than one that only the empty text fits. */
export function withoutEmpty({ structured, ...parts }: RouteFilter): RouteFilter {
  const filter: RouteFilter = Object.fromEntries(
    Object.entries(parts).filter(([, pattern]) => pattern !== ""),
  );
  const fields = Object.entries(structured ?? {}).filter(([, pattern]) => pattern !== "");
  return fields.length > 0 ? { ...filter, structured: Object.fromEntries(fields) } : filter;
}

/** What is wrong with a filter; undefined: nothing. */
export function findFilterMisfit(filter: RouteFilter): Misfit | undefined {
  const compiled = compileFilter(filter);
  return compiled.ok
    ? undefined
    : { ok: false, field: `filter.${compiled.field}`, reason: compiled.reason };
}

/** Whether a destination of this kind takes such a shape, and whether its template can be read. */
export function checkShapeFor(
  kindName: string,
  given: NonNullable<RouteDefinition["shape"]>,
): { ok: true; shape: Shape } | Misfit {
  const { format, template } = given;
  const kind = findKind(kindName);
  const takes = ["ready-made", ...(kind?.shapes ?? [])];
  if (kind && !takes.includes(format)) {
    const reason = `${kind.title} takes no shape ${format}; it is ${takes.join(" or ")}.`;
    return { ok: false, field: "shape.format", reason };
  }
  if (format === "ready-made" || format === "scan") {
    if (template === undefined) return { ok: true, shape: { format } };
    const reason = `A template goes with json, form or text; the shape ${format} has none.`;
    return { ok: false, field: "shape.template", reason };
  }
  if (template === undefined || template === "") {
    const reason = `The shape ${format} needs a template; write one such as {{ content | json }}.`;
    return { ok: false, field: "shape.template", reason };
  }
  const shape = { format, template };
  const fault = checkShape(shape);
  return fault === undefined
    ? { ok: true, shape }
    : { ok: false, field: "shape.template", reason: fault };
}
