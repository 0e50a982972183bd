import { parseSettings, type Settings } from "./settings.ts";

const key = "scanhook.settings";

/** The settings, live: read and change them anywhere. The password is not among them: see credentials.ts. */
export const settings: Settings = $state(parseSettings(stored()));

/** Writes every change down, takes over changes of other windows, and applies the theme. Call once. */
export function keepSettings(): void {
  $effect.root(() => {
    $effect(() => {
      const text = JSON.stringify(settings);
      try {
        localStorage.setItem(key, text);
      } catch {
        // Storage is full or forbidden: the choice then holds until the app is closed.
      }
    });
    $effect(() => {
      const root = document.documentElement;
      if (settings.theme === "system") delete root.dataset.theme;
      else root.dataset.theme = settings.theme;
    });
  });
  addEventListener("storage", (event) => {
    if (event.key === key) Object.assign(settings, parseSettings(event.newValue));
  });
}

function stored(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
