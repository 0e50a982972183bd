import { parseRoute, printRoute, type Route } from "./router.ts";

let route: Route = $state.raw(parseRoute(location.hash));

/** Where the person is: the hash of the page as a route, kept current. */
export const place = {
  get route(): Route {
    return route;
  },
};

/** Follows the address bar and the back button until the returned function is called. */
export function watchPlace(): () => void {
  addEventListener("hashchange", read);
  addEventListener("popstate", read);
  return () => {
    removeEventListener("hashchange", read);
    removeEventListener("popstate", read);
  };
}

/** Goes to a place; `replace` leaves no entry behind for the back button. */
export function go(to: Route, options: { replace?: boolean } = {}): void {
  const hash = printRoute(to);
  if (options.replace) history.replaceState(history.state, "", hash);
  else history.pushState({ within: true }, "", hash);
  read();
}

/** Leaves a place that lies on top of another: one step back when it was opened from there. */
export function leave(to: Route): void {
  if ((history.state as { within?: boolean } | null)?.within) history.back();
  else go(to, { replace: true });
}

function read(): void {
  route = parseRoute(location.hash);
}
