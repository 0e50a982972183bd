import fc from "fast-check";
import { expect, test } from "vitest";
import { parseVerdict } from "./verdict.ts";

const verdict = {
  result: "no",
  code: "already-in",
  word: "ALREADY IN",
  title: "Ada Lovelace",
  text: "since 14:02, north-door",
  facts: [["Ticket", "Speaker"]],
  counts: { inside: 412, capacity: 900 },
  movement: 9321,
  at: "2026-11-22T14:09:12Z",
  may: ["undo"],
  tap: true,
};

test("a verdict is read without the fields that are not part of it", () => {
  const body = JSON.stringify({ ok: false, message: "NO.", verdict: { ...verdict, more: 1 } });
  expect(parseVerdict(body)).toEqual(verdict);
});

test("a verdict without title, facts and counts is complete", () => {
  const least = { result: "yes", code: "checked-in", word: "IN", text: "" };
  expect(parseVerdict(JSON.stringify({ verdict: least }))).toEqual({ ...least, facts: [] });
});

const booking = { quantity: 12, unit: "kg", place: "B3", from: "A1", here: 24.5, total: 36 };
const hand = {
  action: "move",
  place: "B3",
  from: "A1",
  quantity: 3,
  until: "2026-11-22T14:11:12Z",
};

test("a verdict of a stock says what was booked and what is in hand", () => {
  const stocked = { ...verdict, booking: { ...booking, unnamed: 7 }, hand };
  expect(parseVerdict(JSON.stringify({ verdict: stocked }))).toEqual(stocked);
  const bare = {
    booking: { quantity: 1, here: -1, total: 0 },
    hand: { action: "add", until: "2026" },
  };
  const sent = {
    booking: { ...bare.booking, unit: "", place: 3, unnamed: 1.5, more: 1 },
    hand: { ...bare.hand, place: null, quantity: "12", from: "", more: 1 },
  };
  expect(parseVerdict(JSON.stringify({ verdict: { ...verdict, ...sent } }))).toEqual({
    ...verdict,
    ...bare,
  });
});

test("a verdict says who has a thing, and whose the next ones will be", () => {
  const loan = {
    holder: "Ada Lovelace",
    due: "2026-12-06T23:00:00.000Z",
    dueDay: "2026-12-06",
    overdue: true,
  };
  const lending = {
    action: "lend",
    holder: "Ada Lovelace",
    due: loan.due,
    dueDay: loan.dueDay,
    until: hand.until,
  };
  const lent = { ...verdict, loan: { ...loan, more: 1 }, hand: { ...lending, more: 1 } };
  expect(parseVerdict(JSON.stringify({ verdict: lent }))).toEqual({
    ...verdict,
    loan,
    hand: lending,
  });
  const doubtful = {
    ...verdict,
    loan: { holder: "Ada", due: "soon", dueDay: "2026-12-06", overdue: "yes" },
  };
  expect(parseVerdict(JSON.stringify({ verdict: doubtful }))!.loan).toEqual({ holder: "Ada" });
});

test.each([
  ["loan", { overdue: true }],
  ["loan", { holder: "", due: 7 }],
  ["loan", ["Ada"]],
  ["booking", { ...booking, here: "24" }],
  ["booking", { quantity: 12, here: 24 }],
  ["booking", [12, 24, 36]],
  ["hand", { ...hand, action: "" }],
  ["hand", { ...hand, until: "soon" }],
  ["hand", "B3"],
])("a %s that lacks a part is left out (%o)", (name, value) => {
  expect(parseVerdict(JSON.stringify({ verdict: { ...verdict, [name]: value } }))).toEqual(verdict);
});

test.each([
  ["not JSON"],
  ["null"],
  [JSON.stringify(verdict)],
  [JSON.stringify({ verdict: { ...verdict, result: "maybe" } })],
  [JSON.stringify({ verdict: { ...verdict, word: "" } })],
  [JSON.stringify({ verdict: { ...verdict, text: 7 } })],
])("%s has no verdict", (body) => {
  expect(parseVerdict(body)).toBeUndefined();
});

const anyNumber = fc.oneof(fc.double(), fc.integer(), fc.anything());
const anyText = fc.oneof(fc.string({ maxLength: 1000 }), fc.anything());
const anyBooking = {
  quantity: anyNumber,
  here: anyNumber,
  total: anyNumber,
  unnamed: anyNumber,
  unit: anyText,
  place: anyText,
};
const anyHand = {
  action: anyText,
  until: fc.oneof(fc.constant("2026-11-22T14:11:12Z"), anyText),
  place: anyText,
  holder: anyText,
  due: anyText,
  dueDay: fc.oneof(fc.constant("2026-11-22"), anyText),
  quantity: anyNumber,
};

test("a verdict has short texts and few facts, whatever a receiver sends", () => {
  const facts = fc.array(fc.oneof(fc.anything(), fc.array(fc.string())), { maxLength: 100 });
  const any = fc.record({
    result: fc.constant("look"),
    code: fc.string(),
    word: fc.string(),
    facts,
    text: fc.string({ maxLength: 1000 }),
    title: fc.anything(),
    counts: fc.anything(),
    booking: fc.oneof(fc.anything(), fc.record(anyBooking, { requiredKeys: ["quantity"] })),
    hand: fc.oneof(fc.anything(), fc.record(anyHand, { requiredKeys: ["action"] })),
    loan: fc.oneof(fc.anything(), fc.record({ holder: anyText, due: anyText, overdue: anyText })),
  });
  const texts = ["unit", "place", "from", "action", "until", "holder", "due", "dueDay"];
  fc.assert(
    fc.property(any, (sent) => {
      const parsed = parseVerdict(JSON.stringify({ verdict: sent }));
      if (!parsed) return;
      expect(Array.from(parsed.text).length).toBeLessThanOrEqual(240);
      expect(parsed.facts.length).toBeLessThanOrEqual(40);
      for (const fact of parsed.facts)
        expect(fact.map((part) => typeof part)).toEqual(["string", "string"]);
      for (const [name, value] of Object.entries({ ...parsed.booking, ...parsed.hand })) {
        if (texts.includes(name)) expect(Array.from(value as string).length).toBeLessThan(241);
        else expect(Number.isFinite(value)).toBe(true);
      }
      if (parsed.booking) expect(parsed.booking.quantity).toBeTypeOf("number");
      if (parsed.hand) expect(Date.parse(parsed.hand.until)).not.toBeNaN();
      const { holder = "", due, overdue } = parsed.loan ?? {};
      expect(Array.from(holder).length).toBeLessThanOrEqual(240);
      if (due !== undefined) expect(Date.parse(due)).not.toBeNaN();
      expect([undefined, true]).toContain(overdue);
    }),
  );
});
