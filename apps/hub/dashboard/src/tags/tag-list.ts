import type { Tag } from "../api.ts";
import type { TagPage } from "./tags.ts";

/**
 * The tags as far as they are loaded, those seen last first. `next` is where the list goes on, undefined at the end;
 * `newest` is the id of the newest scan up to which nothing is missing in it.
 */
export type TagList = { tags: readonly Tag[]; next: string | undefined; newest: number };

/** The list as its first page shows it. */
export function toList({ tags, next }: TagPage): TagList {
  return { tags, next, newest: lastSeen(tags[0]) };
}

/** Adds the next page at the end. */
export function addPage(list: TagList, page: TagPage): TagList {
  const known = new Set(list.tags.map(({ identifier }) => identifier));
  const more = page.tags.filter(({ identifier }) => !known.has(identifier));
  return { ...list, tags: [...list.tags, ...more], next: page.next };
}

/**
 * Takes the first page as it is now. With `hold` the tags only change where they stand, so that nothing moves under the
 * reader's eyes.
 */
export function renew(list: TagList, page: TagPage, hold: boolean): TagList {
  const now = new Map(page.tags.map((tag) => [tag.identifier, tag]));
  if (hold) return { ...list, tags: list.tags.map((tag) => now.get(tag.identifier) ?? tag) };
  const first = toList(page);
  // More tags were seen meanwhile than a page holds: what lies between is loaded again when the reader gets there.
  const hole = lastSeen(page.tags.at(-1)) > list.newest;
  const rest = list.tags.filter(({ identifier }) => !now.has(identifier));
  if (hole || page.next === undefined || rest.length === 0) return first;
  return { ...first, tags: [...page.tags, ...rest], next: list.next };
}

function lastSeen(tag: Tag | undefined): number {
  return tag?.lastScan?.id ?? 0;
}
