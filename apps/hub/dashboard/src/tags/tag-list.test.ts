import fc from "fast-check";
import { expect, test } from "vitest";
import type { Tag } from "../api.ts";
import { addPage, renew, type TagList, toList } from "./tag-list.ts";
import type { TagPage } from "./tags.ts";

test("a tag that is seen again comes to the top, with its new count", () => {
  const list = toList({ tags: [tag("B", 2), tag("A", 1)] });
  const renewed = renew(list, { tags: [tag("A", 3, 2), tag("B", 2)] }, false);
  expect(renewed.tags.map(({ identifier, scans }) => [identifier, scans])).toEqual([
    ["A", 2],
    ["B", 1],
  ]);
});

test("while somebody reads, tags change where they stand and nothing moves", () => {
  const list = toList({ tags: [tag("B", 2), tag("A", 1)] });
  const page = { tags: [tag("C", 4), tag("A", 3, 2), tag("B", 2)] };
  const held = renew(list, page, true);
  expect(held.tags.map(({ identifier, scans }) => [identifier, scans])).toEqual([
    ["B", 1],
    ["A", 2],
  ]);
  expect(identifiers(renew(held, page, false))).toEqual(["C", "A", "B"]);
});

test("however scans, pages and reading mix, the list has no hole and no double", () => {
  const size = 3;
  const step = fc.oneof(
    fc.record({ kind: fc.constant("scan" as const), tags: fc.array(fc.nat(12), { maxLength: 8 }) }),
    fc.record({ kind: fc.constantFrom("renew" as const, "hold" as const, "more" as const) }),
  );
  fc.assert(
    fc.property(fc.nat(12), fc.array(step, { maxLength: 30 }), (before, steps) => {
      const seen = new Map<string, number>();
      let id = 0;
      const see = (n: number) => seen.set(`T${n}`, ++id);
      const all = () =>
        [...seen].map(([name, at]) => tag(name, at)).sort((a, b) => idOf(b) - idOf(a));
      // As the hub does: what comes after a place, whatever has become of the tag that stood there.
      const page = (cursor = `${Number.MAX_SAFE_INTEGER}`): TagPage => {
        const rest = all().filter((one) => idOf(one) < Number(cursor));
        const tags = rest.slice(0, size);
        return rest.length > size ? { tags, next: `${idOf(tags.at(-1)!)}` } : { tags };
      };
      const more = (now: TagList) => (now.next === undefined ? now : addPage(now, page(now.next)));
      for (let n = 0; n < before; n++) see(n);
      let list = toList(page());
      for (const one of steps) {
        if (one.kind === "scan") one.tags.forEach(see);
        else if (one.kind === "more") list = more(list);
        else list = renew(list, page(), one.kind === "hold");
      }
      list = renew(list, page(), false);
      while (list.next !== undefined) list = more(list);
      expect(identifiers(list)).toEqual(all().map(({ identifier }) => identifier));
    }),
  );
});

function identifiers({ tags }: TagList): string[] {
  return tags.map(({ identifier }) => identifier);
}

function idOf({ lastScan }: Tag): number {
  return lastScan?.id ?? 0;
}

function tag(identifier: string, lastId: number, scans = 1): Tag {
  const receivedAt = "2026-05-12T14:23:02.000Z";
  return {
    identifier,
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
