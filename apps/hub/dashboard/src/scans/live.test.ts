import fc from "fast-check";
import { expect, test } from "vitest";
import type { StoredScan } from "../api.ts";
import {
  addOlder,
  arrive,
  callTag,
  countRepeats,
  emptyFeed,
  type Feed,
  keptRows,
  newestId,
  reveal,
  takeOut,
} from "./live.ts";

test("a scan that arrives stands on top", () => {
  const feed = arrive(pageOf([2, 1]), [scan(3)], false);
  expect(ids(feed)).toEqual([3, 2, 1]);
  expect(newestId(feed)).toBe(3);
});

test("while somebody reads, new scans wait and the list stays as it is", () => {
  const feed = arrive(arrive(pageOf([2, 1]), [scan(3)], true), [scan(4), scan(5)], true);
  expect(ids(feed)).toEqual([2, 1]);
  expect(feed.waitingCount).toBe(3);
  expect(newestId(feed)).toBe(5);
  expect(ids(reveal(feed))).toEqual([5, 4, 3, 2, 1]);
  expect(reveal(feed).waitingCount).toBe(0);
});

test("what a new connection delivers again is not shown twice", () => {
  const before = arrive(pageOf([2, 1]), [scan(3), scan(4)], true);
  expect(arrive(before, [scan(2), scan(3), scan(4)], true)).toBe(before);
  const after = arrive(before, [scan(4), scan(5)], false);
  expect(ids(after)).toEqual([5, 4, 3, 2, 1]);
});

test("a scan that was deleted is gone, shown or waiting, and what waits is counted anew", () => {
  const before = arrive(pageOf([3, 2, 1]), [scan(4), scan(5)], true);
  const feed = takeOut(before, new Set([2, 5, 99]));
  expect(ids(feed)).toEqual([3, 1]);
  expect(feed.waitingCount).toBe(1);
  expect(ids(reveal(feed))).toEqual([4, 3, 1]);
  expect(ids(arrive(feed, [scan(6)], false))).toEqual([6, 4, 3, 1]);
});

test("a scan that came again is counted where it stands, shown or waiting", () => {
  const feed = arrive(pageOf([2, 1]), [scan(3)], true);
  const counted = reveal(
    countRepeats(
      feed,
      new Map([
        [1, 4],
        [3, 2],
        [99, 1],
      ]),
    ),
  );
  expect(counted.shown.map(({ id, repeats }) => [id, repeats])).toEqual([
    [3, 2],
    [2, 0],
    [1, 4],
  ]);
  expect(counted.shown[1]).toBe(feed.shown[0]);
});

test("a tag that is called something else is called so in all its scans, shown or waiting", () => {
  const ofTag = (id: number, tag: string) => ({ ...scan(id), tag, tagName: "before" });
  const shown = addOlder(emptyFeed, [ofTag(2, "04:A2"), ofTag(1, "04:FF")], undefined);
  const feed = arrive(shown, [ofTag(3, "04:A2")], true);
  const names = ({ shown, waiting }: Feed) => [...waiting, ...shown].map(({ tagName }) => tagName);
  expect(names(callTag(feed, "04:A2", "Drill 7"))).toEqual(["Drill 7", "Drill 7", "before"]);
  expect(names(callTag(feed, "04:A2", undefined))).toEqual([undefined, undefined, "before"]);
});

test("a long list lets go of its end and can load it again", () => {
  const full = pageOf(range(1, keptRows).reverse());
  const feed = arrive(full, [scan(keptRows + 1)], false);
  expect(feed.shown).toHaveLength(keptRows);
  expect(feed.next).toBe(2);
  expect(ids(addOlder(feed, [scan(1)], undefined)).at(-1)).toBe(1);
});

test("a flood behind the reader's back leaves no hole between it and the list", () => {
  const flood = range(10, 10 + keptRows * 2).map(scan);
  const feed = reveal(arrive(pageOf([2, 1]), flood, true));
  expect(feed.shown).toHaveLength(keptRows);
  expect(feed.next).toBe(feed.shown.at(-1)?.id);
});

test("however pages, arrivals, lost connections and reading mix, the list has no hole and no double", () => {
  const step = fc.oneof(
    fc.record({
      kind: fc.constant("arrive" as const),
      count: fc.integer({ min: 0, max: 400 }),
      again: fc.nat(20),
      hold: fc.boolean(),
    }),
    fc.record({ kind: fc.constantFrom("reveal" as const, "older" as const) }),
  );
  fc.assert(
    fc.property(fc.nat(300), fc.array(step, { maxLength: 25 }), (stored, steps) => {
      let last = stored;
      let feed = older(emptyFeed, last + 1);
      for (const move of steps) {
        if (move.kind === "arrive") {
          const from = Math.max(1, last + 1 - move.again);
          last += move.count;
          feed = arrive(feed, range(from, last).map(scan), move.hold);
        } else if (move.kind === "reveal") feed = reveal(feed);
        else feed = feed.next ? older(feed, feed.next) : feed;
      }
      feed = reveal(feed);
      while (feed.next) feed = older(feed, feed.next);
      expect(ids(feed)).toEqual(range(1, last).reverse());
    }),
  );
});

/** What the hub answers to `?before=`, fifty at a time. */
function older(feed: Feed, before: number): Feed {
  const page = range(Math.max(1, before - 50), before - 1).reverse();
  return addOlder(feed, page.map(scan), (page.at(-1) ?? 1) > 1 ? page.at(-1) : undefined);
}

function pageOf(numbers: number[]): Feed {
  return addOlder(emptyFeed, numbers.map(scan), undefined);
}

function ids(feed: Feed): number[] {
  return feed.shown.map(({ id }) => id);
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}

function scan(id: number): StoredScan {
  return {
    id,
    inbox: "scans",
    identifier: "04:A2:24:D2:6E:5E:80",
    date: "2026-05-12T14:23:01Z",
    content: `scan ${id}`,
    receivedAt: "2026-05-12T14:23:02.000Z",
    repeats: 0,
  };
}
