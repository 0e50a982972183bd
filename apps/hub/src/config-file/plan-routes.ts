import { isDeepStrictEqual } from "node:util";
import type { CheckedRoute } from "../definitions/route.ts";
import type { RouteChange, RouteRecord } from "../store/routing.ts";
import { listFields } from "./plan-fields.ts";
import type { PlannedStep, Planning } from "./planned-step.ts";
import { describeRoute } from "./print.ts";

/** Plans the routes of the file. */
export function planRoutes({ store, wanted, routing }: Planning): PlannedStep[] {
  return [...wanted.routes].flatMap(([name, route]): PlannedStep[] => {
    const existing = routing.routes.find((record) => record.name === name);
    if (!existing)
      return [
        {
          kind: "route",
          name,
          action: "added",
          fields: listFields(undefined, describeRoute(route)),
          async run() {
            const added = await store.addRoute({ ...route, name, origin: "file" });
            if (added === "no-such-destination") return "gone";
            return added === "added" ? "done" : "overtaken";
          },
        },
      ];
    const change = compareRoute(existing, route);
    if (Object.keys(change).length === 0) return [];
    return [
      {
        kind: "route",
        name,
        action: "changed",
        fields: listFields(existing, change),
        async run() {
          const outcome = await store.changeRoute(name, change);
          if (outcome === "no-such-destination") return "gone";
          return outcome === "changed" ? "done" : "overtaken";
        },
      },
    ];
  });
}

function compareRoute(existing: RouteRecord, wanted: CheckedRoute): RouteChange {
  const change: RouteChange = {};
  if ((existing.title ?? "") !== (wanted.title ?? "")) change.title = wanted.title ?? "";
  if (existing.inbox !== wanted.inbox) change.inbox = wanted.inbox ?? null;
  if (existing.destination !== wanted.destination) change.destination = wanted.destination;
  if (!isDeepStrictEqual(existing.filter, wanted.filter)) change.filter = wanted.filter;
  if (!isDeepStrictEqual(existing.shape, wanted.shape)) change.shape = wanted.shape;
  if (existing.mode !== wanted.mode) change.mode = wanted.mode;
  if (existing.expiresMs !== wanted.expiresMs) change.expiresMs = wanted.expiresMs ?? null;
  if (existing.oncePerMs !== wanted.oncePerMs) change.oncePerMs = wanted.oncePerMs ?? null;
  if (existing.on !== wanted.on) change.on = wanted.on;
  if (existing.origin !== "file") change.origin = "file";
  return change;
}

/** Plans the removal of the routes that are gone from the file. */
export function planVanishedRoutes({ store, wanted, routing }: Planning): PlannedStep[] {
  return routing.routes
    .filter(({ name, origin }) => origin === "file" && !wanted.routes.has(name))
    .map(
      ({ name }): PlannedStep => ({
        kind: "route",
        name,
        action: "removed",
        fields: [],
        run: async () => ((await store.removeRoute(name)) ? "done" : "overtaken"),
      }),
    );
}
