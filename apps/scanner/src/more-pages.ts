/**
 * The pages of the tab More, `#/more/…`. They are not in screens.ts, so that the first screen does
 * not load them.
 */
export const morePages = [
  "webhook",
  "jobs",
  "history",
  "code",
  "guests",
  "leads",
  "answers",
  "settings",
  "links",
  "about",
] as const;
export type MorePage = (typeof morePages)[number];

/** Returns the page of a name in an address; the menu if there is none of that name. */
export function findMorePage(name: string): MorePage | "menu" {
  return morePages.find((page) => page === name) ?? "menu";
}
