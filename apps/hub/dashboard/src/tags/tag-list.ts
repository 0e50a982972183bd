import type { Tag } from "../api.ts";
import type { TagPage } from "./tags.ts";

/**
 * The loaded tags, most recently seen first. `next` is the cursor of the next page, undefined at
 * the end. The list is complete up to the scan with the id `newest`.
 */
export type TagList = { tags: readonly Tag[]; next: string | undefined; newest: number };

/** Creates a list from its first page. */
export function createTagList({ tags, next }: TagPage): TagList {
  return { tags, next, newest: lastScanId(tags[0]) };
}

/** Adds the next page at the end. */
export function addPage(list: TagList, page: TagPage): TagList {
  const knownIdentifiers = new Set(list.tags.map(({ identifier }) => identifier));
  const newTags = page.tags.filter(({ identifier }) => !knownIdentifiers.has(identifier));
  return { ...list, tags: [...list.tags, ...newTags], next: page.next };
}

/**
 * Updates the list with its first page. If `isHeld`, tags change in place, so that nothing moves
 * while the user looks at the list.
 */
export function updateFirstPage(list: TagList, page: TagPage, isHeld: boolean): TagList {
  const updated = new Map(page.tags.map((tag) => [tag.identifier, tag]));
  if (isHeld) return { ...list, tags: list.tags.map((tag) => updated.get(tag.identifier) ?? tag) };
  const firstPageList = createTagList(page);
  // More tags were scanned than a page holds. The tags in the gap are loaded when the user scrolls
  // there.
  const hasGap = lastScanId(page.tags.at(-1)) > list.newest;
  const olderTags = list.tags.filter(({ identifier }) => !updated.has(identifier));
  if (hasGap || page.next === undefined || olderTags.length === 0) return firstPageList;
  return { ...firstPageList, tags: [...page.tags, ...olderTags], next: list.next };
}

function lastScanId(tag: Tag | undefined): number {
  return tag?.lastScan?.id ?? 0;
}
