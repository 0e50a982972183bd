import { currentRoute } from "../../../navigation.svelte.ts";
import type { Kind } from "../../../writing/kinds.ts";

const forms = [
  "link",
  "text",
  "wifi",
  "contact",
  "phone",
  "mail",
  "place",
  "app",
] as const satisfies readonly Kind[];
const places = [...forms, "open-print-tag", "copy", "erase", "list"] as const;

/** A screen of the writing half: the menu, a form, or one of the other works. */
export type WritePlace = "menu" | (typeof places)[number];

/** Where in the writing half the address is, `#/nfc/write/…`; undefined when it is elsewhere. */
export function writePlace(): WritePlace | undefined {
  // So that whoever asks is told when the address changes.
  currentRoute();
  const [tab, half, name] = location.hash.replace(/^#?\/?/, "").split("/");
  if (tab !== "nfc" || half !== "write") return undefined;
  return places.find((place) => place === name) ?? "menu";
}

/** Whether the writing half is shown. */
export function writing(): boolean {
  return writePlace() !== undefined;
}

export function writeHash(place: WritePlace): string {
  return place === "menu" ? "#/nfc/write" : `#/nfc/write/${place}`;
}

export function isForm(place: WritePlace): place is Kind {
  return forms.some((form) => form === place);
}
