import fc from "fast-check";
import { expect, test } from "vitest";
import type { StoredScan } from "../api.ts";
import {
  addArrived,
  addOlder,
  addRestored,
  emptyList,
  maxRows,
  newestId,
  removeScans,
  renameTag,
  type ScanList,
  showWaiting,
  updateRepeats,
} from "./scan-list.ts";

test("adds a new scan on top", () => {
  const list = addArrived(pageOf([2, 1]), [scan(3)], false);
  expect(ids(list)).toEqual([3, 2, 1]);
  expect(newestId(list)).toBe(3);
});

test("lets new scans wait and keeps the list unchanged while it is held", () => {
  const list = addArrived(addArrived(pageOf([2, 1]), [scan(3)], true), [scan(4), scan(5)], true);
  expect(ids(list)).toEqual([2, 1]);
  expect(list.waitingCount).toBe(3);
  expect(newestId(list)).toBe(5);
  expect(ids(showWaiting(list))).toEqual([5, 4, 3, 2, 1]);
  expect(showWaiting(list).waitingCount).toBe(0);
});

test("ignores scans that a new connection sends again", () => {
  const before = addArrived(pageOf([2, 1]), [scan(3), scan(4)], true);
  expect(addArrived(before, [scan(2), scan(3), scan(4)], true)).toBe(before);
  const after = addArrived(before, [scan(4), scan(5)], false);
  expect(ids(after)).toEqual([5, 4, 3, 2, 1]);
});

test("puts restored scans back in their places, and leaves those of later pages to their page", () => {
  const list = removeScans({ ...pageOf([6, 5, 4, 3]), next: 3 }, new Set([5, 6]));
  expect(ids(addRestored(list, [scan(5), scan(6), scan(4), scan(1)]))).toEqual([6, 5, 4, 3]);
  expect(ids(addRestored(removeScans(pageOf([2, 1]), new Set([1])), [scan(1)]))).toEqual([2, 1]);
  const held = removeScans(
    addArrived(pageOf([2, 1]), [scan(3), scan(4), scan(5)], true),
    new Set([4]),
  );
  const restored = addRestored(held, [scan(4)]);
  expect([ids(restored), restored.waitingCount]).toEqual([[2, 1], 3]);
  expect(ids(showWaiting(restored))).toEqual([5, 4, 3, 2, 1]);
});

test("removes deleted scans, shown or waiting, and corrects the count of those that wait", () => {
  const before = addArrived(pageOf([3, 2, 1]), [scan(4), scan(5)], true);
  const list = removeScans(before, new Set([2, 5, 99]));
  expect(ids(list)).toEqual([3, 1]);
  expect(list.waitingCount).toBe(1);
  expect(ids(showWaiting(list))).toEqual([4, 3, 1]);
  expect(ids(addArrived(list, [scan(6)], false))).toEqual([6, 4, 3, 1]);
});

test("updates the repeats of a scan in place, shown or waiting", () => {
  const list = addArrived(pageOf([2, 1]), [scan(3)], true);
  const updated = showWaiting(
    updateRepeats(
      list,
      new Map([
        [1, 4],
        [3, 2],
        [99, 1],
      ]),
    ),
  );
  expect(updated.shown.map(({ id, repeats }) => [id, repeats])).toEqual([
    [3, 2],
    [2, 0],
    [1, 4],
  ]);
  expect(updated.shown[1]).toBe(list.shown[0]);
});

test("renames a tag in all its scans, shown or waiting", () => {
  const scanOfTag = (id: number, tag: string) => ({ ...scan(id), tag, tagName: "before" });
  const shown = addOlder(emptyList, [scanOfTag(2, "04:A2"), scanOfTag(1, "04:FF")], undefined);
  const list = addArrived(shown, [scanOfTag(3, "04:A2")], true);
  const names = ({ shown, waiting }: ScanList) =>
    [...waiting, ...shown].map(({ tagName }) => tagName);
  expect(names(renameTag(list, "04:A2", "Drill 7"))).toEqual(["Drill 7", "Drill 7", "before"]);
  expect(names(renameTag(list, "04:A2", undefined))).toEqual([undefined, undefined, "before"]);
});

test("cuts a long list at its end, and loads the end again", () => {
  const full = pageOf(range(1, maxRows).reverse());
  const list = addArrived(full, [scan(maxRows + 1)], false);
  expect(list.shown).toHaveLength(maxRows);
  expect(list.next).toBe(2);
  expect(ids(addOlder(list, [scan(1)], undefined)).at(-1)).toBe(1);
});

test("leaves no gap when more scans wait than the list keeps", () => {
  const flood = range(10, 10 + maxRows * 2).map(scan);
  const list = showWaiting(addArrived(pageOf([2, 1]), flood, true));
  expect(list.shown).toHaveLength(maxRows);
  expect(list.next).toBe(list.shown.at(-1)?.id);
});

test("keeps the list free of gaps and duplicates in any order of pages, arrivals, lost connections and pauses", () => {
  const step = fc.oneof(
    fc.record({
      kind: fc.constant("arrive" as const),
      count: fc.integer({ min: 0, max: 400 }),
      resent: fc.nat(20),
      hold: fc.boolean(),
    }),
    fc.record({ kind: fc.constantFrom("reveal" as const, "older" as const) }),
  );
  fc.assert(
    fc.property(fc.nat(300), fc.array(step, { maxLength: 25 }), (stored, steps) => {
      let lastId = stored;
      let list = addOlderPage(emptyList, lastId + 1);
      for (const event of steps) {
        if (event.kind === "arrive") {
          const from = Math.max(1, lastId + 1 - event.resent);
          lastId += event.count;
          list = addArrived(list, range(from, lastId).map(scan), event.hold);
        } else if (event.kind === "reveal") list = showWaiting(list);
        else list = list.next ? addOlderPage(list, list.next) : list;
      }
      list = showWaiting(list);
      while (list.next) list = addOlderPage(list, list.next);
      expect(ids(list)).toEqual(range(1, lastId).reverse());
    }),
  );
});

/** Adds the page that the hub returns for `?before=`, fifty scans at a time. */
function addOlderPage(list: ScanList, before: number): ScanList {
  const page = range(Math.max(1, before - 50), before - 1).reverse();
  return addOlder(list, page.map(scan), (page.at(-1) ?? 1) > 1 ? page.at(-1) : undefined);
}

function pageOf(numbers: number[]): ScanList {
  return addOlder(emptyList, numbers.map(scan), undefined);
}

function ids(list: ScanList): number[] {
  return list.shown.map(({ id }) => id);
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
