import { expect, test } from "vitest";
import { type AnswerDraft, createAnswerDrafts, toDraftId } from "./answer-drafts.ts";
import { draftsKey } from "./has-drafts.ts";

const now = Date.parse("2026-11-29T12:00:00Z");
const address = "https://hub.example/in/hall";
const toDraft = (movement: number, change: Partial<AnswerDraft> = {}): AnswerDraft => ({
  id: toDraftId(address, "ada", movement),
  job: { id: "hall", name: "Hall", address },
  movement,
  entryId: `e${movement}`,
  code: `EXT-${movement}`,
  word: "CHECK",
  text: "Extinguisher",
  ask: {
    before: true,
    until: "2026-11-29T13:00:00Z",
    questions: [{ key: "gauge", label: "Gauge", type: "pass-fail", required: true }],
  },
  typed: {},
  askedAt: now + movement,
  ...change,
});
const typed = { gauge: "pass" };

/** A storage of the browser, and drafts in it as a new window reads them. */
function openStorage() {
  const items = new Map<string, string>();
  let limit = Number.POSITIVE_INFINITY;
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem(key: string, value: string) {
      if (value.length > limit) throw new DOMException("Full.", "QuotaExceededError");
      items.set(key, value);
    },
    removeItem: (key: string) => void items.delete(key),
  };
  let time = now;
  return {
    items,
    open: () =>
      createAnswerDrafts(
        () => storage,
        () => time,
      ),
    /** Lets the storage take at most so many characters from now on. */
    fill: (characters = 0) => {
      limit = characters;
    },
    setTime: (next: number) => {
      time = next;
    },
  };
}

test("every change survives closing the app, and nothing stays in the storage without drafts", () => {
  const { open, items } = openStorage();
  const drafts = open();
  expect(drafts.put(toDraft(1))).toBe(true);
  drafts.change(toDraft(1).id, { typed, failure: { sentence: "No answer." } });
  expect(open().list()).toEqual([toDraft(1, { typed, failure: { sentence: "No answer." } })]);
  drafts.remove(toDraft(1).id);
  expect(open().list()).toEqual([]);
  expect([...items.keys()]).toEqual([]);
});

test("two windows keep each other's drafts, and a change does not bring back a removed one", () => {
  const { open } = openStorage();
  const [one, other] = [open(), open()];
  one.put(toDraft(1));
  other.put(toDraft(2));
  expect(open().list()).toEqual([toDraft(2), toDraft(1)]);
  one.remove(toDraft(2).id);
  other.change(toDraft(2).id, { typed });
  expect(open().list()).toEqual([toDraft(1)]);
  expect(other.list()).toEqual([toDraft(1)]);
});

test("the same code asked again replaces questions, and takes over answers to the same", () => {
  const { open } = openStorage();
  const drafts = open();
  drafts.put(toDraft(1, { code: "EXT-7" }));
  drafts.put(toDraft(2, { code: "EXT-7" }));
  expect(drafts.list().map(({ movement }) => movement)).toEqual([2]);
  drafts.change(toDraft(2).id, { typed });
  drafts.put(toDraft(3, { code: "EXT-7" }));
  expect(open().list()).toEqual([toDraft(3, { code: "EXT-7", typed })]);
});

test.each<[string, Partial<AnswerDraft>]>([
  ["another user", { id: toDraftId(address, "bob", 2) }],
  ["another receiver", { id: toDraftId("https://hub.example/in/yard", "ada", 2) }],
  ["another code", { code: "EXT-8" }],
  ["other questions", { ask: { before: true, questions: [] } }],
  ["answers of its own", { typed: { gauge: "fail" } }],
])("a draft with %s takes over no answers", (_, change) => {
  const { open } = openStorage();
  const drafts = open();
  const older = toDraft(1, { code: "EXT-7", typed });
  const newer = toDraft(2, { code: "EXT-7", ...change });
  drafts.put(older);
  drafts.put(newer);
  expect(open().list()).toEqual([newer, older]);
});

test("answers that were cleared are not filled again from an older draft", () => {
  const { open } = openStorage();
  const drafts = open();
  const older = toDraft(1, { code: "EXT-7", typed });
  drafts.put(older);
  drafts.put(toDraft(2, { code: "EXT-7", typed: { gauge: "fail" } }));
  drafts.put(toDraft(2, { code: "EXT-7" }));
  expect(open().list()).toEqual([toDraft(2, { code: "EXT-7" }), older]);
});

test("questions whose time is over are dropped, unless something was typed", () => {
  const { open, setTime } = openStorage();
  const drafts = open();
  drafts.put(toDraft(1));
  drafts.put(toDraft(2, { typed: { gauge: "fail" } }));
  drafts.put(toDraft(3, { typed: { gauge: "  " } }));
  drafts.put(toDraft(4, { ask: { before: false, questions: [] } }));
  setTime(Date.parse("2026-11-29T13:00:01Z"));
  expect(
    open()
      .list()
      .map(({ movement }) => movement),
  ).toEqual([4, 2]);
});

test("of more than a hundred drafts, those without answers are dropped first, then the oldest", () => {
  const { open } = openStorage();
  const drafts = open();
  for (let movement = 1; movement <= 100; movement++)
    drafts.put(toDraft(movement, movement <= 99 ? { typed } : {}));
  drafts.put(toDraft(101, { typed }));
  expect(drafts.list()).toHaveLength(100);
  expect(drafts.list().some(({ movement }) => movement === 100)).toBe(false);
  drafts.put(toDraft(102, { typed }));
  expect(drafts.list()).toHaveLength(100);
  expect(drafts.list().at(-1)!.movement).toBe(2);
});

test("answers that the storage does not take stay until the app is closed, and that is said", () => {
  const { open, fill } = openStorage();
  const drafts = open();
  drafts.put(toDraft(1));
  fill();
  expect(drafts.change(toDraft(1).id, { typed })).toBe(false);
  expect(drafts.list()[0]!.typed).toEqual(typed);
  expect(drafts.put(toDraft(2))).toBe(false);
  expect(drafts.list()).toHaveLength(2);
  const forbidden = createAnswerDrafts(() => {
    throw new DOMException("No.", "SecurityError");
  });
  const lasting = { before: false, questions: [] };
  expect(forbidden.put(toDraft(1, { ask: lasting }))).toBe(false);
  expect(forbidden.list()).toHaveLength(1);
});

test("what another window stored stays when the storage takes drafts again", () => {
  const { open, fill } = openStorage();
  const [one, other] = [open(), open()];
  one.put(toDraft(1));
  one.put(toDraft(2));
  fill();
  expect(one.change(toDraft(1).id, { typed })).toBe(false);
  one.remove(toDraft(2).id);
  fill(Number.POSITIVE_INFINITY);
  expect(other.put(toDraft(3, { typed }))).toBe(true);
  expect(one.put(toDraft(4))).toBe(true);
  const all = [toDraft(4), toDraft(3, { typed }), toDraft(1, { typed })];
  expect(open().list()).toEqual(all);
  other.remove(toDraft(1).id);
  one.refresh();
  expect(one.list()).toEqual(all.slice(0, 2));
});

test("in a full storage, the oldest questions without answers make room for answers", () => {
  const { open, fill, items } = openStorage();
  const drafts = open();
  for (const movement of [1, 2, 3]) drafts.put(toDraft(movement));
  fill(items.get(draftsKey)!.length);
  expect(drafts.change(toDraft(1).id, { typed })).toBe(true);
  expect(open().list()).toEqual([toDraft(3), toDraft(1, { typed })]);
  expect(drafts.list()).toEqual(open().list());
  expect(drafts.put(toDraft(4))).toBe(true);
  expect(open().list()).toEqual([toDraft(4), toDraft(1, { typed })]);
});

test("very long questions stay until the app is closed, and leave the storage to others", () => {
  const { open } = openStorage();
  const drafts = open();
  const hint = "x".repeat(64 * 1024);
  const ask = {
    before: true,
    questions: [{ key: "gauge", label: "Gauge", hint, type: "pass-fail" as const }],
  };
  expect(drafts.put(toDraft(1, { ask }))).toBe(false);
  expect(drafts.put(toDraft(2))).toBe(true);
  expect(drafts.change(toDraft(1).id, { typed })).toBe(false);
  expect(drafts.list()).toEqual([toDraft(2), toDraft(1, { ask, typed })]);
  expect(open().list()).toEqual([toDraft(2)]);
});

test("answers that begin after their time are kept", () => {
  const { open, setTime } = openStorage();
  const drafts = open();
  drafts.put(toDraft(1));
  setTime(Date.parse("2026-11-29T13:00:01Z"));
  expect(drafts.put(toDraft(1, { typed }))).toBe(true);
  expect(open().list()).toEqual([toDraft(1, { typed })]);
});

test("a draft that is put again stays in its place", () => {
  const { open } = openStorage();
  const drafts = open();
  drafts.put(toDraft(1));
  drafts.put(toDraft(2));
  drafts.put(toDraft(1, { typed }));
  expect(open().list()).toEqual([toDraft(2), toDraft(1, { typed })]);
});

test.each(["", "7", "{}", "[null, 7, {}]", '[{"id":"1","movement":1}]', "{"])(
  "%j holds no drafts",
  (stored) => {
    const { open, items } = openStorage();
    items.set(draftsKey, stored);
    expect(open().list()).toEqual([]);
  },
);

test("a change is announced, and clearing forgets all", () => {
  const { open } = openStorage();
  const drafts = open();
  let changes = 0;
  drafts.onChange(() => {
    changes += 1;
  });
  drafts.put(toDraft(1));
  drafts.clear();
  expect([changes, drafts.list(), open().list()]).toEqual([2, [], []]);
});
