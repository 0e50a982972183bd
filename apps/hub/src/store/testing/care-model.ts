import type { Verdict } from "../../registers/verdict.ts";

/** A scan of a user, as the model sees it. */
export type CareScan = {
  inbox: "lend-or-return" | "lend" | "return" | "inspect";
  user: string;
  content: string;
};

/** The turn of a thing: who has it or how it was, since when, and until when. */
type Turn = {
  status: "lent" | "free" | "passed" | "failed" | "set";
  holder?: string;
  since: number;
  door: string;
  dueAt?: number | undefined;
  isTold?: boolean;
};

type Hand = { holder?: string | undefined; since: number; touchedAt: number };

/** The questions of a verdict, and what they are about. */
type Question = {
  thing: string;
  inbox: CareScan["inbox"];
  to?: string | undefined;
  before: Turn | undefined;
  until: number;
  /** The answers that counted. */
  answers?: string;
};

/** The effect of a movement, by which it can be undone. */
type Effect = { register: string; thing: string; before: Turn | undefined; after: Turn };

const dayMs = 86_400_000;

/**
 * Creates a model of a register of loans, for seven days each, and of an inspection of the same
 * things, every six months with one question, which knows their rules in a few lines. Each function
 * returns the code of the verdict that the rules demand.
 */
export function createCareModel(people: readonly string[], things: readonly string[]) {
  const turns = new Map<string, Turn>();
  const hands = new Map<string, Hand>();
  const blocked = new Set<string>();
  const questions = new Map<number, Question>();
  const undoable = new Map<number, Effect & { isUndone?: boolean }>();
  let made: { effect?: Effect | undefined; question?: Question | undefined } = {};

  const find = (register: string, thing: string) => turns.get(`${register} ${thing}`);
  const change = (register: string, thing: string, after: Turn) => {
    made.effect = { register, thing, before: find(register, thing), after };
    turns.set(`${register} ${thing}`, after);
  };

  const takeHand = (now: number, { inbox, user }: Pick<CareScan, "inbox" | "user">): Hand => {
    const held = hands.get(`${inbox} ${user}`);
    const isIdle = !held || Math.abs(now - held.touchedAt) > 120_000;
    const hand = isIdle ? { since: now, touchedAt: now - 1 } : held;
    hand.touchedAt = Math.max(now, hand.touchedAt + 1);
    hands.set(`${inbox} ${user}`, hand);
    return hand;
  };

  const lend = (now: number, thing: string, holder: string, door: string) =>
    change("tools", thing, { status: "lent", holder, since: now, door, dueAt: endOf(now, 7, 0) });

  function scan(now: number, { inbox, user, content }: CareScan): string {
    if (inbox === "inspect") return inspect(now, user, content);
    const hand = takeHand(now, { inbox, user });
    if (people.includes(content)) {
      hand.since = hand.touchedAt;
      hand.holder = content;
      return "holder-set";
    }
    if (!things.includes(content)) return "unknown";
    const turn = find("tools", content);
    const isLent = turn?.status === "lent";
    const { holder } = hand;
    if (inbox === "return" || (inbox === "lend-or-return" && isLent && !holder))
      return isLent ? giveBack(now, content, user) : "not-lent";
    if (!holder) return "no-holder";
    const isReread =
      turn && turn.status !== "set" && turn.door === user && now - turn.since < 10_000;
    if (inbox === "lend-or-return" && isReread && hand.since <= turn.since) return "just-now";
    if (isLent && turn.holder === holder)
      return inbox === "lend" ? "already-lent" : giveBack(now, content, user);
    if (blocked.has(content)) return "blocked";
    if (!isLent) {
      lend(now, content, holder, user);
      return "lent";
    }
    made.question = {
      ...{ thing: content, inbox, to: holder, before: turn },
      until: now + 7 * dayMs,
    };
    return "lent-to-other";
  }

  function giveBack(now: number, thing: string, door: string): string {
    const isLate = now > find("tools", thing)!.dueAt!;
    change("tools", thing, { status: "free", since: now, door });
    return isLate ? "returned-late" : "returned";
  }

  function inspect(now: number, _user: string, thing: string): string {
    if (people.includes(thing)) return "not-a-thing";
    if (!things.includes(thing)) return "unknown";
    if (blocked.has(thing)) return "blocked";
    const turn = find("checks", thing);
    made.question = { thing, inbox: "inspect", before: turn, until: now + 7 * dayMs };
    const isFar = turn?.dueAt !== undefined && now < turn.dueAt - 14 * dayMs;
    return isFar && turn?.status !== "failed" ? "not-due" : "checklist";
  }

  function answer(now: number, movement: number, user: string, value: string): string {
    const question = questions.get(movement)!;
    if (question.answers !== undefined) return "answered-already";
    if (now > question.until) return "ask-over";
    question.answers = value;
    const { thing, inbox, to, before } = question;
    if (inbox === "inspect") {
      const turn = find("checks", thing);
      if (value === "pass" && isOther(turn, before)) return "inspected-meanwhile";
      if (value === "pass") {
        const dueAt = endOf(now, 0, 6);
        change("checks", thing, { status: "passed", since: now, door: user, dueAt });
        return "passed";
      }
      const { dueAt, isTold = false } = turn ?? {};
      change("checks", thing, { status: "failed", since: now, door: user, dueAt, isTold });
      return "failed";
    }
    const hand = takeHand(now, { inbox, user });
    const turn = find("tools", thing);
    const isLent = turn?.status === "lent";
    if (value === "no" || (isLent && isOther(turn, before))) return "lent-to-other";
    hand.holder ??= to;
    if (blocked.has(thing)) return "blocked";
    lend(now, thing, to!, user);
    return isLent ? "handed-over" : "lent";
  }

  function setDue(now: number, register: string, thing: string, dueAt: number): string {
    const turn = find(register, thing);
    if (register === "tools" && turn?.status !== "lent") return "not-lent";
    const known = turn ?? { status: "set" as const, since: now, door: "by hand" };
    change(register, thing, { ...known, dueAt, isTold: false });
    return "due-set";
  }

  function undo(now: number, movement: number): string {
    const effect = undoable.get(movement);
    if (!effect || effect.isUndone) return "nothing-to-undo";
    const { register, thing, before, after } = effect;
    if (find(register, thing) !== after) return "changed-since";
    effect.isUndone = true;
    const restored = before ?? initial(now, `${register} ${thing}`);
    turns.set(`${register} ${thing}`, restored);
    return "undone";
  }

  const initials = new Map<string, Turn>();
  /** Returns the turn of a thing before the first one. It is the same each time. */
  function initial(now: number, key: string): Turn {
    const known = initials.get(key) ?? { status: "set", since: now, door: "by hand" };
    initials.set(key, known);
    return known;
  }

  return {
    scan,
    answer,
    setDue,
    undo,
    questions,
    /** Notes the movement of the last decision. */
    note({ movement }: Verdict): void {
      const { effect, question } = made;
      if (effect) undoable.set(movement, effect);
      if (question) questions.set(movement, question);
      made = {};
    },
    block: (thing: string, isBlocked: boolean) =>
      isBlocked ? blocked.add(thing) : blocked.delete(thing),
    putDown: (inbox: string, user: string) => hands.delete(`${inbox} ${user}`),
    /** Returns whether the date of a thing has passed and was not reported, and notes it. */
    remind(now: number, register: string, thing: string): boolean {
      const turn = find(register, thing);
      const isNews = turn?.dueAt !== undefined && now > turn.dueAt && !turn.isTold;
      const counts = register === "checks" || turn?.status === "lent";
      if (!isNews || !counts) return false;
      turn.isTold = true;
      return true;
    },
    loansOf: (person: string) =>
      things.filter((thing) => {
        const turn = find("tools", thing);
        return turn?.status === "lent" && turn.holder === person;
      }),
    /** Lists how each thing is by a register. */
    list: (register: string) =>
      Object.fromEntries(
        things.map((thing) => {
          const { status = "set", holder, dueAt } = find(register, thing) ?? {};
          return [thing, { status, holder, dueAt }];
        }),
      ),
  };
}

/** Returns whether two turns differ by more than their dates. */
function isOther(turn: Turn | undefined, other: Turn | undefined): boolean {
  const [one, two] = [turn, other].map((each) => (each?.status === "set" ? undefined : each));
  return (
    one?.status !== two?.status ||
    one?.since !== two?.since ||
    one?.door !== two?.door ||
    one?.holder !== two?.holder
  );
}

/** Returns the last second of the day that is so many days and months later. */
function endOf(time: number, days: number, months: number): number {
  const date = new Date(time);
  const [year, month] = [date.getFullYear(), date.getMonth() + months];
  const lastDay = new Date(year, month + 1, 0).getDate();
  const day = months > 0 ? Math.min(date.getDate(), lastDay) : date.getDate() + days;
  return new Date(year, month, day, 23, 59, 59).getTime();
}
