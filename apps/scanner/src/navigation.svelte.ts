import { type AppScreen, parseScreen, toHash } from "./screen-address.ts";

const state = $state<{ screen: AppScreen }>({ screen: { tab: "qr", start: false } });

/** Returns the screen that is shown. */
export function currentScreen(): AppScreen {
  return state.screen;
}

/** Shows the screen of the address bar, now and whenever it changes. */
export function startNavigation(): void {
  const follow = () => {
    const screen = parseScreen(location.hash);
    // A one-time code must not stay in the address bar or the history. A link that starts scanning
    // is removed too, because following it again would otherwise not change the address.
    if (("code" in screen && screen.code) || ("start" in screen && screen.start)) {
      history.replaceState(null, "", toHash(screen));
    }
    state.screen = screen;
  };
  addEventListener("hashchange", follow);
  follow();
}

/** Opens a screen. With `replace`, the screen before it is removed from the history. */
export function openScreen(screen: AppScreen, { replace = false } = {}): void {
  const hash = toHash(screen);
  if (location.hash !== hash) {
    if (replace) history.replaceState(null, "", hash);
    else history.pushState(null, "", hash);
  }
  state.screen = screen;
}
