import type { RouteRecord, Routing } from "../store/routing.ts";

/**
 * Returns the `through` route for exactly this inbox; undefined if there is none. An inbox with
 * such a route can feed no register.
 */
export function findAnsweringRoute(
  { routes }: Pick<Routing, "routes">,
  inbox: string,
): RouteRecord | undefined {
  return routes.find((route) => route.mode === "through" && route.inbox === inbox);
}

/** Returns why an inbox with such a route cannot feed a register, as one sentence. */
export function describeAnsweringRoute({ name, inbox }: RouteRecord): string {
  return `The route ${name} already answers the senders of ${inbox}; set its mode to stored, or bind another inbox.`;
}

/** The reason why an inbox that feeds a register can have no `through` route of its own. */
export const answeredByRegister =
  "A register answers the senders of this inbox. Use mode stored, or another inbox.";
