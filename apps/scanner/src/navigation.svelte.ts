import { parseRoute, type Route, toHash } from "./router.ts";

const state = $state<{ route: Route }>({ route: { tab: "qr", start: false } });

/** The screen that is shown. */
export function currentRoute(): Route {
  return state.route;
}

/** Follows the address bar from now on. */
export function startNavigation(): void {
  const follow = () => {
    const route = parseRoute(location.hash);
    // A one-time code has no business in the address bar or the history; and a link that starts a scan starts the
    // next one only if it is a change of the address again.
    if (("code" in route && route.code) || ("start" in route && route.start)) {
      history.replaceState(null, "", toHash(route));
    }
    state.route = route;
  };
  addEventListener("hashchange", follow);
  follow();
}

/** Opens a screen; `replace` leaves no way back to the one before. */
export function openRoute(route: Route, how: { replace?: boolean } = {}): void {
  const hash = toHash(route);
  if (location.hash !== hash) {
    if (how.replace) history.replaceState(null, "", hash);
    else history.pushState(null, "", hash);
  }
  state.route = route;
}
