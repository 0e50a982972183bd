import { parseHash, type Screen, toHash } from "./screens.ts";

let screen: Screen = $state.raw(parseHash(location.hash));

/** The screen that the address bar names, kept current. */
export const navigation = {
  get screen(): Screen {
    return screen;
  },
};

/** Follows the address bar and the back button until the returned function is called. */
export function watchNavigation(): () => void {
  addEventListener("hashchange", update);
  addEventListener("popstate", update);
  return () => {
    removeEventListener("hashchange", update);
    removeEventListener("popstate", update);
  };
}

/** Opens a screen. `replace` leaves no entry for the back button. */
export function navigate(target: Screen, options: { replace?: boolean } = {}): void {
  const hash = toHash(target);
  if (options.replace) history.replaceState(history.state, "", hash);
  else history.pushState({ within: true }, "", hash);
  update();
}

/**
 * Closes a screen that was opened on top of `target`: steps back in the history, or opens `target`
 * if there is no such step.
 */
export function navigateBack(target: Screen): void {
  if ((history.state as { within?: boolean } | null)?.within) history.back();
  else navigate(target, { replace: true });
}

function update(): void {
  screen = parseHash(location.hash);
}
