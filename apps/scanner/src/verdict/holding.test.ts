import type { Verdict } from "@scanhook/webhook";
import { expect, test } from "vitest";
import {
  type Holding,
  learnFromSilence,
  learnFromVerdict,
  parseHoldings,
  putDownAll,
} from "./holding.ts";

const now = Date.parse("2026-05-12T14:23:00Z");
const scan = { receiver: "https://hub.example/in/room", user: "ada", id: "s1", at: now, now };

/** A verdict by a clock that is an hour behind. */
const toVerdict = (change: Partial<Verdict>): Verdict => ({
  result: "yes",
  code: "place-set",
  word: "PLACE",
  text: "Now adding to Shelf A.",
  facts: [],
  at: "2026-05-12T13:23:00Z",
  ...change,
});
const hand = { action: "add", place: "Shelf A", until: "2026-05-12T13:25:00Z" };
const booking = { quantity: 1, place: "Shelf A", here: 1, total: 1 };
const inHand = learnFromVerdict(undefined, toVerdict({ hand }), scan)!;

test("a place stays in hand for as long as the receiver says, measured by this device's clock", () => {
  expect(inHand.hand).toEqual({
    ...{ action: "add", place: "Shelf A", from: undefined, quantity: undefined },
    ...{ holder: undefined, due: undefined, dueDay: undefined },
    until: now + 120_000,
  });
  const endless = toVerdict({ hand: { ...hand, until: "2036-01-01" } });
  expect(learnFromVerdict(undefined, endless, scan)!.hand!.until).toBe(now + 600_000);
});

test("a receiver that books nothing has nothing in hand, and one that counts guests no longer has", () => {
  expect(learnFromVerdict(undefined, toVerdict({}), scan)).toBeUndefined();
  expect(learnFromVerdict(inHand, undefined, scan)).toBeUndefined();
  const counts = { inside: 1 };
  expect(learnFromVerdict(inHand, toVerdict({ counts }), scan)).toBeUndefined();
});

test("a verdict without a hand ends what was in hand, unless it is older", () => {
  expect(learnFromVerdict(inHand, toVerdict({}), scan)!.hand).toBeUndefined();
  const older = toVerdict({ at: "2026-05-12T13:22:59Z" });
  expect(learnFromVerdict(inHand, older, scan)).toBe(inHand);
});

test("after a scan without an answer nobody is sure what is in hand, until the next verdict", () => {
  const unsure = learnFromSilence(inHand);
  expect(unsure).toEqual({ ...inHand, isUnsure: true });
  const older = toVerdict({ at: "2026-05-12T13:22:59Z", hand });
  expect(learnFromVerdict(unsure, older, scan)).toBe(unsure);
  expect(learnFromVerdict(unsure, toVerdict({ hand }), scan)!.isUnsure).toBeUndefined();
});

test("things may be booked without a place", () => {
  const placeless = learnFromVerdict(undefined, toVerdict({ booking }), scan)!;
  expect(placeless).toMatchObject({ isPlaceless: true, hand: undefined });
  expect(learnFromVerdict(inHand, toVerdict({ booking, hand }), scan)!.isPlaceless).toBe(false);
});

test("a person stays in hand as a place does, and a thing that was lent is a thing", () => {
  const due = "2026-05-19T22:00:00Z";
  const dueDay = "2026-05-19";
  const lending = { action: "lend", holder: "Ada Lovelace", due, dueDay, until: hand.until };
  const holder = learnFromVerdict(undefined, toVerdict({ hand: lending }), scan)!;
  expect(holder.hand).toMatchObject({ action: "lend", holder: "Ada Lovelace", due, dueDay });
  const loan = { holder: "Ada Lovelace", due };
  const lent = learnFromVerdict(undefined, toVerdict({ loan }), scan)!;
  expect(lent).toMatchObject({ hand: undefined, isPlaceless: false });
  const typed = { ...scan, quantity: "12" };
  const before: Holding = { ...inHand, newestScan: "s1" };
  expect(learnFromVerdict(before, toVerdict({ loan }), typed)!.next).toBeUndefined();
  expect(putDownAll(holder, now).hand).toBeUndefined();
});

test("a quantity is for the next thing: a place and a refusal leave it, a thing uses it up", () => {
  const typed = { ...scan, quantity: "12" };
  const before: Holding = { ...inHand, newestScan: "s1" };
  expect(learnFromVerdict(before, toVerdict({ hand }), typed)!.next).toBe("12");
  expect(learnFromVerdict(before, toVerdict({ hand, booking }), typed)!.next).toBeUndefined();
  const refused = toVerdict({ result: "no", code: "no-place" });
  expect(learnFromVerdict(before, refused, typed)!.next).toBe("12");
  const card = toVerdict({ hand: { ...hand, quantity: 3 } });
  expect(learnFromVerdict(before, card, typed)!.next).toBeUndefined();
  const newer = { ...before, next: "5" };
  expect(learnFromVerdict(newer, toVerdict({ hand }), typed)!.next).toBe("5");
});

test("a quantity is not for a later thing if one was scanned before the answer arrived", () => {
  const typed = { ...scan, quantity: "12" };
  const before: Holding = { ...inHand, newestScan: "s2" };
  expect(learnFromVerdict(before, toVerdict({ hand }), typed)!.next).toBeUndefined();
  expect(learnFromVerdict(before, toVerdict({ result: "no" }), typed)!.next).toBeUndefined();
});

test("a scan that is sent again does not put back in hand what was put down", () => {
  const later = { ...scan, now: now + 30_000 };
  const emptied = putDownAll(inHand, now + 10_000);
  expect(emptied.hand).toBeUndefined();
  expect(learnFromVerdict(emptied, toVerdict({ hand }), later)).toBe(emptied);
  const lost = toVerdict({ hand, at: "2026-05-12T13:23:01Z" });
  expect(learnFromVerdict(emptied, lost, later)).toBe(emptied);
  const fresh = { ...later, id: "s2", at: now + 20_000 };
  expect(learnFromVerdict(emptied, lost, fresh)!.hand).toMatchObject({ place: "Shelf A" });
});

test("a scan that is sent again hours later changes nothing that is in hand", () => {
  const old = { ...scan, at: now - 3_600_000 };
  const other = toVerdict({ hand: { ...hand, place: "Shelf B" } });
  expect(learnFromVerdict(inHand, other, old)).toBe(inHand);
  expect(learnFromVerdict(undefined, other, old)!.hand).toBeUndefined();
});

test("a scan that was on its way when the time was over puts its place in hand again", () => {
  const over = putDownAll(inHand, inHand.scannedAt);
  expect(over.hand).toBeUndefined();
  const late = { ...scan, id: "s2", at: now + 119_900, now: now + 120_200 };
  const answer = toVerdict({ booking, hand: { ...hand, until: "2026-05-12T13:26:59Z" } });
  const prolonged = learnFromVerdict(over, { ...answer, at: "2026-05-12T13:25:00Z" }, late);
  expect(prolonged!.hand).toMatchObject({ place: "Shelf A" });
});

test("what was scanned while everything was put down stays in hand", () => {
  expect(putDownAll(inHand, now - 1)).toMatchObject({ hand: inHand.hand, putDownAt: now - 1 });
});

test("what is in hand survives a reload within its time", () => {
  const kept: Holding = { ...inHand, next: "12" };
  const stored = JSON.stringify([kept]);
  expect(parseHoldings(stored, now + 119_999)).toEqual(JSON.parse(stored));
  expect(parseHoldings(stored, now + 120_000)[0]).toMatchObject({
    hand: undefined,
    next: undefined,
  });
});

test.each([null, "", "7", "{}", "[null, 7, {}]", '[{"receiver":1}]'])(
  "%j holds nothing",
  (stored) => {
    expect(parseHoldings(stored, now)).toEqual([]);
  },
);
