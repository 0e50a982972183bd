import { verdictTexts } from "../../texts/verdict-texts.ts";
import { maxQuantity } from "../quantity.ts";
import type { Entry, Hand, PlacedState, StockAction } from "../register.ts";
import { toUnnamedEntry } from "../unnamed-entry.ts";
import type {
  Booking,
  CountingRound,
  Decision,
  HeldThings,
  Kind,
  NewState,
  Occasion,
  StockFacts,
  UndoOccasion,
} from "./kind.ts";
import { tellQuantity } from "./quantity-words.ts";
import { findQuantity } from "./stock-quantity.ts";
import {
  bookedCodes,
  listFacts,
  type StockCode,
  stockCodes,
  toExtension,
  toSentence,
  toWord,
} from "./stock-words.ts";

/** A register of things: how much of each is at which place. */
export const stock: Kind = {
  effects: [
    "added",
    "removed",
    "moved",
    "counted",
    "was-elsewhere",
    "low",
    "unnamed",
    "not-enough",
    "best-before",
    "expired",
    "recalled",
    "place-set",
    "quantity-set",
  ],
  overrulable: [],
  hasHands: true,
  newKeys: ([first]) => (first === undefined ? [] : [first]),
  someone: "article",
  codes: stockCodes,
  get undoable() {
    return this.effects.filter((code) => code !== "place-set" && code !== "quantity-set");
  },
  attends: ["added", "removed", "moved", "counted", "low"],
  keyRules: ({ keys }) => ({ products: true, ...keys }),
  decide: decideStock,
  undo: undoStock,
  word: toWord,
  sentence: toSentence,
  warning: () => "",
  listFacts,
  extend: toExtension,
  listTimes: () => [],
};

/** Decides about a scan or an act. The first rule that applies wins. */
export function decideStock(occasion: Occasion): Decision {
  const { rules, entry, hand, forced, facts } = occasion;
  if (entry === "ambiguous") return refuse(occasion, "ambiguous");
  if (rules.closed && !forced) return refuse(occasion, "closed");
  if (entry === "unknown") {
    if (facts.problem !== undefined) return refuse(occasion, "misread");
    if (rules.unknown === "refuse" || !hand || !occasion.scanned)
      return refuse(occasion, "unknown");
    return book(occasion, undefined);
  }
  if (entry.role === "person") return refuse(occasion, "not-a-thing");
  if (entry.role !== undefined && !hand) return refuse(occasion, "no-user");
  if (entry.role === "place") return takePlace(occasion, entry);
  if (entry.role === "number") return takeNumber(occasion, entry);
  if (entry.blocked && !forced) return refuse(occasion, "blocked");
  return book(occasion, entry);
}

/** Decides about a thing. Without an entry, its code is unknown and becomes an unnamed entry. */
function book(occasion: Occasion, entry: Entry | undefined): Decision {
  const { rules, states, action, hand, door, forced } = occasion;
  const since = nextMoment(occasion);
  const quantity = findQuantity(occasion, entry?.unit);
  if (typeof quantity === "string") return refuse(occasion, quantity);
  const doubt = findDoubt(occasion, entry);
  const isFinding = action === "count" || action === "move";
  if ((doubt === "expired" || doubt === "recalled") && !isFinding && !forced)
    return refuse(occasion, doubt);
  if (!hand?.place && !rules.withoutPlace) return refuse(occasion, "no-place");
  const place = hand?.place?.id ?? 0;
  if (action === "count" && occasion.round)
    return countInRound(occasion, occasion.round, { entry, place, quantity, doubt });
  const other = action === "count" && rules.single ? findOther(states, place) : undefined;
  const from = action === "move" ? findSource(occasion, place) : other?.place;
  if (typeof from === "string") return refuse(occasion, from);

  const here = states.find((state) => state.place === place);
  const source = states.find((state) => state.place === from);
  const before = here?.quantity ?? 0;
  const booking = { place, from, delta: 0 };
  if (action === "remove") booking.delta = -quantity;
  else if (action === "count" && from === undefined)
    booking.delta = (isCounting(here, occasion) ? quantity : quantity - before) || 0;
  else booking.delta = quantity;
  const left = from === undefined ? before + booking.delta : (source?.quantity ?? 0) - quantity;
  const isBelowZero = left < 0 && action !== "add" && action !== "count";
  if (isBelowZero && rules.belowZero !== "look" && !forced)
    return refuse(occasion, "not-enough", { quantity, from: source?.label });
  const changed = applyBooking(states, booking, (state): NewState => {
    const isCounted = action === "count" && state.place === place;
    if (!isCounted && state.status === "counted") return state;
    return { ...state, status: isCounted ? "counted" : "booked", since, door };
  });
  if (changed.some((state) => Math.abs(state.quantity) > maxQuantity))
    return refuse(occasion, "too-much");

  const known = tell(occasion, entry);
  const total = known.total! + (from === undefined ? booking.delta : 0);
  const told = { ...known, quantity, before, here: before + booking.delta, total };
  const isLow =
    (action === "remove" || action === "count") && total < (entry?.minimum ?? -Infinity);
  const code: StockCode =
    (entry === undefined ? "unnamed" : undefined) ??
    (isBelowZero ? "not-enough" : undefined) ??
    doubt ??
    (other ? "was-elsewhere" : undefined) ??
    (isLow ? "low" : bookedCodes[action as StockAction]);
  const isPlain = code === bookedCodes[action as StockAction] && entry?.attention === undefined;
  return {
    result: isPlain ? "yes" : "look",
    code,
    states: changed,
    booking,
    adds: entry === undefined ? toUnnamedEntry(occasion.scanned) : undefined,
    hand: hand && toHand(hand, { quantity: undefined, touchedAt: since }),
    told: { stock: { ...told, from: source?.label } },
  };
}

/**
 * Returns the other place at which a single thing is by the register; undefined if there is none.
 */
function findOther(states: readonly PlacedState[], place: number): PlacedState | undefined {
  return states.find((state) => state.place !== place && state.quantity > 0);
}

/**
 * Decides about a count in a round. It changes what was counted, not what is booked. The same
 * serial number counts once, and so does a single thing.
 */
function countInRound(
  occasion: Occasion,
  { tallies, recount, blind, isSerialCounted }: CountingRound,
  counted: {
    entry: Entry | undefined;
    place: number;
    quantity: number;
    doubt: ReturnType<typeof findDoubt>;
  },
): Decision {
  const { rules, states, hand, door } = occasion;
  const { entry, place, quantity, doubt } = counted;
  const known = tell(occasion, entry);
  const own = recount ? tallies.filter((tally) => tally.door === door) : tallies;
  const isAgain = isSerialCounted || (rules.single && sum(own.map((tally) => tally.quantity)) > 0);
  const touchedAt = nextMoment(occasion);
  if (isAgain)
    return {
      result: "look",
      code: "already-counted",
      hand: hand && toHand(hand, { touchedAt }),
      told: { stock: known },
    };
  const booked = states.find((state) => state.place === place)?.quantity ?? 0;
  const there = own.filter((tally) => tally.place === place);
  const isElsewhere = !blind && booked === 0 && states.some((state) => state.quantity > 0);
  const code: StockCode =
    (entry === undefined ? "unnamed" : doubt) ?? (isElsewhere ? "was-elsewhere" : "counted");
  const isPlain = code === "counted" && entry?.attention === undefined;
  return {
    result: isPlain ? "yes" : "look",
    code,
    tally: { place, quantity, booked },
    adds: entry === undefined ? toUnnamedEntry(occasion.scanned) : undefined,
    hand: hand && toHand(hand, { quantity: undefined, touchedAt }),
    told: {
      stock: {
        ...known,
        quantity,
        counted: sum(there.map((tally) => tally.quantity)) + quantity,
        expected: blind ? undefined : booked,
      },
    },
  };
}

/** Returns why a thing should not be used, although the register knows it. */
function findDoubt({ facts, now }: Occasion, entry: Entry | undefined) {
  const { lot, expires = Infinity, bestBefore = Infinity } = facts;
  if (lot !== undefined && entry?.recalled?.includes(lot)) return "recalled";
  if (now >= expires) return "expired";
  if (now >= bestBefore) return "best-before";
}

/**
 * Returns the place that a thing is moved from: the one in hand, else the only other place that has
 * some.
 */
function findSource(
  { states, hand }: Occasion,
  place: number,
): number | "which-place" | "same-place" | "not-enough" {
  if (hand?.from) return hand.from.id === place ? "same-place" : hand.from.id;
  const others = states.filter((state) => state.place !== place && state.quantity > 0);
  if (others.length > 1) return "which-place";
  return others[0]?.place ?? "not-enough";
}

/** Returns whether a scan continues a count that the same user has begun at this place. */
function isCounting(state: PlacedState | undefined, { hand, door }: Occasion): boolean {
  if (!state || !hand) return false;
  return state.status === "counted" && state.door === door && state.since >= hand.since;
}

/** Returns the new states of a booking's places, each completed by `complete`. */
function applyBooking(
  states: readonly PlacedState[],
  { place, from, delta }: Booking,
  complete: (state: NewState) => NewState,
): NewState[] {
  const change = (at: number, by: number) => {
    const {
      quantity = 0,
      status = "booked",
      since = 0,
      door = "",
    } = states.find((state) => state.place === at) ?? {};
    return complete({ place: at, status, quantity: quantity + by, since, door, uses: 0 });
  };
  return [change(place, delta), ...(from === undefined ? [] : [change(from, -delta)])];
}

/**
 * Decides about the code of a place: what follows happens there. Where things are moved, a place
 * right after another one makes that the place that they are moved from.
 */
function takePlace(occasion: Occasion, place: Entry): Decision {
  const { action } = occasion;
  const hand = occasion.hand!;
  const since = nextMoment(occasion);
  const isSecond = hand.place !== undefined && hand.since === hand.touchedAt;
  const isPair = action === "move" && isSecond && hand.place!.id !== place.id;
  const from = isPair ? hand.place : undefined;
  return {
    result: place.attention === undefined ? "yes" : "look",
    code: "place-set",
    hand: { ...toHand(hand, { since, touchedAt: since }), place: place.id, from: from?.id },
    visit: action === "count" && occasion.round ? place.id : undefined,
    told: { stock: { action, place: place.label, from: from?.label } },
  };
}

/** Decides about a number card: the next thing has its quantity. */
function takeNumber(occasion: Occasion, { amount = 1000 }: Entry): Decision {
  const hand = occasion.hand!;
  return {
    result: "yes",
    code: "quantity-set",
    hand: toHand(hand, { quantity: amount, touchedAt: nextMoment(occasion) }),
    told: { stock: { quantity: amount } },
  };
}

/** Returns the time of a scan, later than that of the user's last one even if the clock stands. */
function nextMoment({ hand, now }: Occasion): number {
  return hand ? Math.max(now, hand.touchedAt + 1) : now;
}

function toHand({ place, from, holder: _, ...hand }: HeldThings, change: Partial<Hand>): Hand {
  return { ...hand, place: place?.id, from: from?.id, ...change };
}

function refuse(occasion: Occasion, code: StockCode, told: StockFacts = {}): Decision {
  const { hand, entry } = occasion;
  const known = typeof entry === "string" ? undefined : entry;
  return {
    result: "no",
    code,
    hand: hand && toHand(hand, { touchedAt: nextMoment(occasion) }),
    told: { stock: { ...tell(occasion, known), ...told } },
  };
}

/**
 * Returns what the sentences about a thing are made from, before anything is booked. Who counts
 * blindly learns nothing about how much there is.
 */
function tell(
  { states, hand, facts, action, round, language }: Occasion,
  { unit, minimum }: Pick<Entry, "unit" | "minimum"> = {},
): StockFacts {
  const places = { place: hand?.place?.label, from: hand?.from?.label };
  if (action === "count" && round?.blind) return { action, unit, facts, ...places };
  const place = hand?.place?.id ?? 0;
  const others = states.filter((state) => state.place !== place && state.quantity !== 0);
  const { quantityAt, quantityNowhere } = verdictTexts(language).stock;
  const elsewhere = others.map(({ label: place, ...state }) => {
    const quantity = tellQuantity(state.quantity, unit, language);
    return place === undefined ? quantityNowhere({ quantity }) : quantityAt({ quantity, place });
  });
  return {
    action,
    unit,
    minimum,
    facts,
    ...places,
    here: states.find((state) => state.place === place)?.quantity ?? 0,
    total: sum(states.map(({ quantity }) => quantity)),
    elsewhere:
      others.length > 0
        ? new Intl.ListFormat(language, { type: "unit" }).format(elsewhere)
        : undefined,
  };
}

function sum(quantities: readonly number[]): number {
  return quantities.reduce((total, quantity) => total + quantity, 0);
}

/** Returns what takes a movement back: the same quantity the other way. */
function undoStock(
  { place, from, delta }: Booking,
  states: readonly PlacedState[],
  { entry, door, now }: UndoOccasion,
): Decision {
  const booking = { place, from, delta: -delta };
  const changed = applyBooking(states, booking, (state) => ({
    ...state,
    status: "booked",
    since: now,
    door,
  }));
  const total = sum(states.map(({ quantity }) => quantity)) - (from === undefined ? delta : 0);
  const { label } = states.find((state) => state.place === place) ?? {};
  const { unit } = entry;
  const here = changed[0]!.quantity;
  return {
    result: "yes",
    code: "undone",
    states: changed,
    booking,
    told: { stock: { unit, place: label, quantity: Math.abs(delta), here, total } },
  };
}
