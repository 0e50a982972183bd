import type { StoredScan } from "../api.ts";

/**
 * The list of shown scans, newest first, and the newer scans that wait to be shown. `waitingCount`
 * includes scans that were too many for `waiting`. `next` is the cursor of the next older page,
 * undefined at the end. Newer scans have greater ids.
 */
export type ScanList = {
  shown: readonly StoredScan[];
  waiting: readonly StoredScan[];
  waitingCount: number;
  next: number | undefined;
};

export const emptyList: ScanList = { shown: [], waiting: [], waitingCount: 0, next: undefined };

/** The most scans that the page keeps as new ones arrive. Older ones are loaded on demand. */
export const maxRows = 500;

/** Returns the newest id in the list, after which the stream must continue. */
export function newestId(list: ScanList): number {
  return list.waiting[0]?.id ?? list.shown[0]?.id ?? 0;
}

/**
 * Adds scans from the stream, in any order. Ignores scans that are already in the list. If
 * `isHeld`, the new scans wait, so that nothing moves while the user looks at the list.
 */
export function addArrived(
  list: ScanList,
  scans: readonly StoredScan[],
  isHeld: boolean,
): ScanList {
  const fresh = newerThan(newestId(list), scans);
  if (fresh.length === 0) return list;
  const withArrived = {
    ...list,
    waiting: [...fresh, ...list.waiting].slice(0, maxRows),
    waitingCount: list.waitingCount + fresh.length,
  };
  return isHeld ? withArrived : showWaiting(withArrived);
}

/** Updates the repeat counts of scans by their ids. Ignores ids that are not in the list. */
export function updateRepeats(list: ScanList, repeats: ReadonlyMap<number, number>): ScanList {
  const updateCount = (scan: StoredScan) => {
    const newCount = repeats.get(scan.id);
    return newCount === undefined ? scan : { ...scan, repeats: newCount };
  };
  return { ...list, shown: list.shown.map(updateCount), waiting: list.waiting.map(updateCount) };
}

/** Removes deleted scans. Ignores ids that are not in the list. */
export function removeScans(list: ScanList, deleted: ReadonlySet<number>): ScanList {
  const isKept = ({ id }: StoredScan) => !deleted.has(id);
  const waiting = list.waiting.filter(isKept);
  const waitingCount = list.waitingCount - (list.waiting.length - waiting.length);
  return { ...list, shown: list.shown.filter(isKept), waiting, waitingCount };
}

/**
 * Adds scans whose deletion was undone, in order. Ignores scans that are older than the list, which
 * are loaded with their page.
 */
export function addRestored(list: ScanList, scans: readonly StoredScan[]): ScanList {
  const oldest = list.next === undefined ? 0 : (list.shown.at(-1)?.id ?? Number.POSITIVE_INFINITY);
  const known = new Set([...list.shown, ...list.waiting].map(({ id }) => id));
  const missing = scans.filter(({ id }) => id > oldest && !known.has(id));
  const oldestWaiting = list.waiting.at(-1)?.id ?? Number.POSITIVE_INFINITY;
  const isWaiting = ({ id }: StoredScan) => id > oldestWaiting;
  const byAge = (first: StoredScan, second: StoredScan) => second.id - first.id;
  return {
    ...list,
    shown: [...list.shown, ...missing.filter((scan) => !isWaiting(scan))].sort(byAge),
    waiting: [...list.waiting, ...missing.filter(isWaiting)].sort(byAge),
    waitingCount: list.waitingCount + missing.filter(isWaiting).length,
  };
}

/** Renames a tag in all its scans; undefined removes the name. */
export function renameTag(list: ScanList, tag: string, name: string | undefined): ScanList {
  const rename = (scan: StoredScan) => {
    if (scan.tag !== tag) return scan;
    const { tagName: _, ...rest } = scan;
    return name === undefined ? rest : { ...rest, tagName: name };
  };
  return { ...list, shown: list.shown.map(rename), waiting: list.waiting.map(rename) };
}

/** Puts the waiting scans on top of the list, and cuts a long list at its end. */
export function showWaiting(list: ScanList): ScanList {
  // More scans have arrived than `waiting` can hold. The scans in the gap are loaded when the user
  // scrolls there.
  const hasGap = list.waitingCount > list.waiting.length;
  const joined = hasGap ? list.waiting : [...list.waiting, ...list.shown];
  const shown = joined.slice(0, maxRows);
  const isCut = hasGap || joined.length > maxRows;
  return { shown, waiting: [], waitingCount: 0, next: isCut ? shown.at(-1)?.id : list.next };
}

/** Adds a page of older scans at the end. */
export function addOlder(
  list: ScanList,
  scans: readonly StoredScan[],
  next: number | undefined,
): ScanList {
  const last = list.shown.at(-1)?.id ?? Number.POSITIVE_INFINITY;
  const older = scans.filter((scan) => scan.id < last);
  return { ...list, shown: [...list.shown, ...older], next };
}

function newerThan(id: number, scans: readonly StoredScan[]): StoredScan[] {
  const byId = new Map(scans.filter((scan) => scan.id > id).map((scan) => [scan.id, scan]));
  return [...byId.values()].sort((a, b) => b.id - a.id);
}
