import type { RouteRecord, Routing } from "../store/routing.ts";
import { say } from "../texts/exact-message.ts";

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
  return say("route-answers-inbox", { route: name, inbox: `${inbox}` });
}

/** The reason why an inbox that feeds a register can have no `through` route of its own. */
export const answeredByRegister = say("register-answers-inbox");
