import fc from "fast-check";
import { expect, test } from "vitest";
import type { Tag } from "../api.ts";
import { addPage, createTagList, type TagList, updateFirstPage } from "./tag-list.ts";
import type { TagPage } from "./tags.ts";

test("moves a tag that is seen again to the top, with its new count", () => {
  const list = createTagList({ tags: [createTag("B", 2), createTag("A", 1)] });
  const renewed = updateFirstPage(list, { tags: [createTag("A", 3, 2), createTag("B", 2)] }, false);
  expect(renewed.tags.map(({ identifier, scans }) => [identifier, scans])).toEqual([
    ["A", 2],
    ["B", 1],
  ]);
});

test("updates tags in place while the list is held", () => {
  const list = createTagList({ tags: [createTag("B", 2), createTag("A", 1)] });
  const page = { tags: [createTag("C", 4), createTag("A", 3, 2), createTag("B", 2)] };
  const held = updateFirstPage(list, page, true);
  expect(held.tags.map(({ identifier, scans }) => [identifier, scans])).toEqual([
    ["B", 1],
    ["A", 2],
  ]);
  expect(listIdentifiers(updateFirstPage(held, page, false))).toEqual(["C", "A", "B"]);
});

test("keeps the list free of gaps and duplicates in any order of scans, pages and pauses", () => {
  const size = 3;
  const step = fc.oneof(
    fc.record({ kind: fc.constant("scan" as const), tags: fc.array(fc.nat(12), { maxLength: 8 }) }),
    fc.record({ kind: fc.constantFrom("renew" as const, "hold" as const, "more" as const) }),
  );
  fc.assert(
    fc.property(fc.nat(12), fc.array(step, { maxLength: 30 }), (before, steps) => {
      const lastScanIds = new Map<string, number>();
      let id = 0;
      const scanTag = (number: number) => lastScanIds.set(`T${number}`, ++id);
      const allTags = () =>
        [...lastScanIds]
          .map(([name, scanId]) => createTag(name, scanId))
          .sort((a, b) => getLastScanId(b) - getLastScanId(a));
      // Like the hub, continues after the cursor even if the tag there has moved.
      const page = (cursor = `${Number.MAX_SAFE_INTEGER}`): TagPage => {
        const remaining = allTags().filter(
          (candidate) => getLastScanId(candidate) < Number(cursor),
        );
        const tags = remaining.slice(0, size);
        return remaining.length > size
          ? { tags, next: `${getLastScanId(tags.at(-1)!)}` }
          : { tags };
      };
      const addNextPage = (now: TagList) =>
        now.next === undefined ? now : addPage(now, page(now.next));
      for (let number = 0; number < before; number++) scanTag(number);
      let list = createTagList(page());
      for (const event of steps) {
        if (event.kind === "scan") event.tags.forEach(scanTag);
        else if (event.kind === "more") list = addNextPage(list);
        else list = updateFirstPage(list, page(), event.kind === "hold");
      }
      list = updateFirstPage(list, page(), false);
      while (list.next !== undefined) list = addNextPage(list);
      expect(listIdentifiers(list)).toEqual(allTags().map(({ identifier }) => identifier));
    }),
  );
});

function listIdentifiers({ tags }: TagList): string[] {
  return tags.map(({ identifier }) => identifier);
}

function getLastScanId({ lastScan }: Tag): number {
  return lastScan?.id ?? 0;
}

function createTag(identifier: string, lastId: number, scans = 1): Tag {
  const receivedAt = "2026-05-12T14:23:02.000Z";
  return {
    identifier,
    revision: 1,
    scans,
    firstSeenAt: receivedAt,
    lastSeenAt: receivedAt,
    lastScan: {
      id: lastId,
      inbox: "scans",
      identifier,
      tag: identifier,
      date: "2026-05-12T14:23:01Z",
      content: "x",
      receivedAt,
      repeats: 0,
    },
  };
}
