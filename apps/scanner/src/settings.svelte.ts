import { parseSettings, type Settings, type Theme } from "./settings.ts";

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
    $effect(() => applyTheme(settings.theme));
  });
  addEventListener("storage", (event) => {
    if (event.key === key) Object.assign(settings, parseSettings(event.newValue));
  });
}

/** The frame that the system draws round the page takes the colour of the ground, as --bg in style.css has it. */
const grounds = { light: "#f8fafc", dark: "#0b1120" };

function applyTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.media.includes("dark") ? "dark" : "light";
    meta.content = grounds[theme === "system" ? own : theme];
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
