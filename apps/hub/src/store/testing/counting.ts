import { article, createStoreroom } from "./storeroom.ts";
import type { Subject } from "./subject.ts";

/**
 * Creates functions that act on a stock as `createStoreroom` does, and count it in rounds. Shelf A
 * has ten of each article.
 */
export function createCounting(subject: Subject) {
  const storeroom = createStoreroom(subject);
  const { find, importRows, scan } = storeroom;
  const open = async () => {
    await storeroom.open();
    await importRows(article("NUT", "Nuts"), article("BOLT", "Bolts"));
    await scan("add", "P-A");
    for (const code of ["SCREW", "NUT", "BOLT"]) await scan("add", code, { quantity: 10_000 });
  };
  const begin = async (round = { blind: false, recount: false }) =>
    (await subject.store.beginRound((await find()).id, round)) as number;
  const end = async (round: number) => subject.store.endRound((await find()).id, round);
  const apply = async (round: number) =>
    subject.store.applyRound((await find()).id, round, "by hand");
  const takeBack = async (round: number) =>
    subject.store.undoRound((await find()).id, round, "by hand");
  const list = async (round: number) =>
    (await subject.store.differences(round, { limit: 100 })).map(
      ({ label, placeLabel, kind, counted, booked, delta }) =>
        `${label} at ${placeLabel}: ${kind}, ${counted / 1000} of ${booked / 1000}, ${delta / 1000}`,
    );
  /** Counts an article at the place in hand, by a keypad. */
  const count = (code: string, quantity: number, user?: string) =>
    scan("count", code, { quantity: quantity * 1000, user });
  return { ...storeroom, open, begin, end, apply, takeBack, list, count };
}
