import { parseSettings, type Settings, type Theme } from "./settings.ts";

const key = "scanhook.settings";

/** The reactive settings, to read and change anywhere. */
export const settings: Settings = $state(parseSettings(readStored()));

/** Stores every change, takes over changes of other windows, and applies the theme. Call once. */
export function keepSettings(): void {
  $effect.root(() => {
    $effect(() => {
      const text = JSON.stringify(settings);
      try {
        localStorage.setItem(key, text);
      } catch {
        // Storage is full or forbidden, so the change holds only until the app is closed.
      }
    });
    $effect(() => applyTheme(settings.theme));
  });
  addEventListener("storage", (event) => {
    if (event.key === key) Object.assign(settings, parseSettings(event.newValue));
  });
}

/**
 * The colors of --bg in tokens.css, for the frame that the system draws around the page.
 */
const backgroundColors = { light: "#f8fafc", dark: "#0b1220" };

function applyTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === "system") delete root.dataset.colors;
  else root.dataset.colors = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const systemTheme = meta.media.includes("dark") ? "dark" : "light";
    meta.content = backgroundColors[theme === "system" ? systemTheme : theme];
  }
}

function readStored(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
