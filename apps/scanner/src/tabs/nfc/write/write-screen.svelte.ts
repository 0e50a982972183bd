import { currentScreen } from "../../../navigation.svelte.ts";
import type { Kind } from "../../../writing/kinds.ts";

const formScreens = [
  "link",
  "text",
  "wifi",
  "contact",
  "phone",
  "mail",
  "place",
  "app",
] as const satisfies readonly Kind[];
const screens = [...formScreens, "open-print-tag", "copy", "erase", "list"] as const;

/** A screen for writing tags: the menu, the form of a kind, or another task. */
export type WriteScreen = "menu" | (typeof screens)[number];

/** Returns the screen that the address `#/nfc/write/…` names; undefined for other addresses. */
export function currentWriteScreen(): WriteScreen | undefined {
  // `location` is not reactive. Reading the current screen makes the caller run again when the
  // address changes.
  currentScreen();
  const [tab, mode, name] = location.hash.replace(/^#?\/?/, "").split("/");
  if (tab !== "nfc" || mode !== "write") return undefined;
  return screens.find((screen) => screen === name) ?? "menu";
}

/** Returns whether a screen for writing tags is shown. */
export function isWriting(): boolean {
  return currentWriteScreen() !== undefined;
}

export function toWriteHash(screen: WriteScreen): string {
  return screen === "menu" ? "#/nfc/write" : `#/nfc/write/${screen}`;
}

export function isFormScreen(screen: WriteScreen): screen is Kind {
  return formScreens.some((form) => form === screen);
}
