import { formatQuantity } from "../quantity.ts";
import type { StockAction } from "../register.ts";
import type { Code } from "../verdict.ts";
import { commonSentences, commonWords } from "./common-words.ts";
import type { ReplyParts, StockFacts } from "./kind.ts";

/** The codes of movements in which nothing is remarkable. */
export const bookedCodes = {
  add: "added",
  remove: "removed",
  move: "moved",
  count: "counted",
} as const satisfies Record<StockAction, Code>;

const words = {
  ...commonWords,
  added: "ADDED",
  removed: "REMOVED",
  moved: "MOVED",
  counted: "COUNTED",
  "was-elsewhere": "WAS ELSEWHERE",
  "already-counted": "AGAIN",
  low: "LOW",
  unnamed: "NEW CODE",
  "not-enough": "NOT ENOUGH",
  "best-before": "PAST BEST",
  expired: "EXPIRED",
  recalled: "RECALLED",
  "place-set": "PLACE",
  "quantity-set": "NEXT",
  "not-a-thing": "NOT A THING",
  "no-place": "NO PLACE",
  "which-place": "WHICH PLACE",
  "same-place": "SAME PLACE",
  "no-user": "NO USER",
  "no-quantity": "NO QUANTITY",
  "wrong-unit": "WRONG UNIT",
  "too-much": "TOO MUCH",
  misread: "MISREAD",
  "round-over": "ROUND OVER",
  "round-begun": "ROUND",
  "round-ended": "ROUND",
  "round-applied": "ROUND",
  "round-undone": "ROUND",
} satisfies Partial<Record<Code, string>>;

export type StockCode = keyof typeof words;

export const stockCodes = Object.keys(words) as StockCode[];

/** Returns the word of a verdict, with the quantity that was booked. */
export function toWord({ code, told: { stock } }: ReplyParts): string {
  const word = words[code as StockCode];
  const isBooked = Object.values(bookedCodes).some((booked) => booked === code);
  return isBooked && stock?.quantity !== undefined
    ? `${word} ${formatQuantity(stock.quantity, stock.unit)}`
    : word;
}

export function toSentence(name: string, parts: ReplyParts): string {
  return sentences[parts.code as StockCode](name, parts);
}

const sentences: Record<StockCode, (name: string, parts: ReplyParts) => string> = {
  ...commonSentences,
  added: describeBooking,
  removed: describeBooking,
  moved: describeBooking,
  counted: describeBooking,
  "was-elsewhere"(name, parts) {
    const { from, elsewhere } = parts.told.stock ?? {};
    const other = from ?? elsewhere;
    return `${describeBooking(name, parts)} It was elsewhere${other === undefined ? "" : ` (${other})`}.`;
  },
  "already-counted": (name) => `${name} was already counted.`,
  low(name, parts) {
    const { minimum, unit } = parts.told.stock ?? {};
    const bound = minimum === undefined ? "" : `; the minimum is ${formatQuantity(minimum, unit)}`;
    return `${describeBooking(name, parts).slice(0, -1)}${bound}.`;
  },
  unnamed: (_, parts) => `${describeBooking("New code", parts)} Give it a name.`,
  "not-enough"(name, parts) {
    const { quantity, here, place, from, elsewhere, unit, action } = parts.told.stock ?? {};
    if (parts.result === "look")
      return `${describeBooking(name, parts)} That is below zero: count it.`;
    if (action === "move" && from === undefined) return `${name}: there is none at another place.`;
    if (quantity === undefined || action === "move") return `${name}: not enough is there.`;
    const others = elsewhere === undefined ? "" : `; ${elsewhere}`;
    return `${name}: only ${formatQuantity(here ?? 0, unit)} ${at(place)}${others}.`;
  },
  "best-before": (name, parts) =>
    `${describeBooking(name, parts)} It is past its best-before date${formatDay(parts.told.stock?.facts?.bestBefore)}.`,
  expired: (name, parts) =>
    parts.result === "look"
      ? `${describeBooking(name, parts)} It has expired${formatDay(parts.told.stock?.facts?.expires)}.`
      : `${name} has expired${formatDay(parts.told.stock?.facts?.expires)}.`,
  recalled(name, parts) {
    const { lot } = parts.told.stock?.facts ?? {};
    const recalled = lot === undefined ? "This lot is recalled." : `Lot ${lot} is recalled.`;
    return parts.result === "look"
      ? `${describeBooking(name, parts)} ${recalled}`
      : `${name}: ${recalled}`;
  },
  "place-set"(_, { told: { stock: { action, place, from } = {} } }) {
    if (place === undefined) return "A place was set.";
    if (from !== undefined) return `Now moving from ${from} to ${place}.`;
    return `${placeSentences[(action ?? "count") as StockAction]} ${place}.`;
  },
  "quantity-set": (_, { told: { stock } }) =>
    `The next thing counts as ${formatQuantity(stock?.quantity ?? 1000)}.`,
  "not-a-thing": (name) => `${name} is a person, and not in the stock.`,
  "no-place": () => "Scan the code of a place first.",
  "which-place": (name, { told: { stock } }) =>
    `${name} is at several places${stock?.elsewhere === undefined ? "" : ` (${stock.elsewhere})`}: scan the place it comes from, then the place it goes to.`,
  "same-place": (name) => `${name} would stay where it is: scan another place.`,
  "no-user": () => "This inbox is open to everyone; places and numbers need a user.",
  "no-quantity": (name, { told: { stock } }) =>
    stock?.unit === undefined
      ? `${name}: enter a number greater than 0.`
      : `${name} is measured in ${stock.unit}: enter how much it is.`,
  "wrong-unit": (name, { told: { stock } }) =>
    `The code has a weight that cannot be converted to ${stock?.unit ?? "the unit"} of ${name}: enter how much it is.`,
  "too-much": (name) => `${name}: no more than 1,000 million are possible.`,
  misread: () => "The check digit of this code is wrong: scan it again, or replace the label.",
  "round-over": () => "That round is over.",
  "round-begun": (_, parts) => `${describeRound(parts)} begins.`,
  "round-ended": (_, parts) => `${describeRound(parts)} has ended.`,
  "round-applied": (_, parts) => `${describeRound(parts)} is applied.`,
  "round-undone": (_, parts) => `${describeRound(parts)} is taken back.`,
  undone(name, parts) {
    const { stock } = parts.told;
    if (stock === undefined) return "Undone.";
    return stock.counted === undefined
      ? `Undone. ${describeStock(name, parts)}`
      : `Undone. ${describeBooking(name, parts)}`;
  },
  "nothing-to-undo": () => "That movement changed nothing, or is undone already.",
  "changed-since": (name) => `${name} has moved again since then; undo that first.`,
};

const placeSentences: Record<StockAction, string> = {
  add: "Now adding to",
  remove: "Now removing from",
  move: "Now moving to",
  count: "Now counting at",
};

function describeRound({ told: { round } }: ReplyParts): string {
  return round === undefined ? "A round" : `Round ${round}`;
}

function at(place: string | undefined): string {
  return place === undefined ? "there" : `at ${place}`;
}

/** Returns a sentence about a movement, such as `Screws: 3 added to Shelf B3; 24 there.` */
function describeBooking(name: string, { told: { stock } }: ReplyParts): string {
  const { action, quantity, unit, place, from, before, counted, expected } = stock ?? {};
  if (stock === undefined || quantity === undefined) return `${name}: booked.`;
  if (counted !== undefined) {
    const wanted = expected === undefined ? "" : `; ${formatQuantity(expected, unit)} expected`;
    return `${name}: ${formatQuantity(counted, unit)} counted ${at(place)}${wanted}.`;
  }
  const amount = formatQuantity(quantity, unit);
  const to = place === undefined ? "" : ` to ${place}`;
  if (action === "count") {
    const changed = before === stock.here ? "" : `, ${formatQuantity(before ?? 0, unit)} before`;
    return `${name}: ${formatQuantity(stock.here ?? 0, unit)} counted ${at(place)}${changed}.`;
  }
  const done = {
    add: `added${to}`,
    remove: `removed${place === undefined ? "" : ` from ${place}`}`,
    move: `moved${from === undefined ? "" : ` from ${from}`}${to}`,
  }[action as "add" | "remove" | "move"];
  return `${name}: ${amount} ${done}; ${describeTotal(stock)}.`;
}

/** Returns a sentence about how much there is, such as `Screws: 24 at Shelf B3, 36 in all.` */
function describeStock(name: string, { told: { stock = {} } }: ReplyParts): string {
  const { here = 0, total = here, unit, place } = stock;
  const inAll = total === here ? "" : `, ${formatQuantity(total, unit)} in all`;
  return `${name}: ${formatQuantity(here, unit)} ${at(place)}${inAll}.`;
}

function describeTotal({ here = 0, total = here, unit }: StockFacts): string {
  const inAll = total === here ? "" : `, ${formatQuantity(total, unit)} in all`;
  return `${formatQuantity(here, unit)} there${inAll}`;
}

/** Returns the last day before a moment, as a part of a sentence. */
function formatDay(time: number | undefined): string {
  if (time === undefined) return "";
  const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
  return ` (${day.format(time - 1)})`;
}

export function listFacts({ told: { stock }, entry, showsNames }: ReplyParts): [string, string][] {
  const { facts = {}, total, unit, minimum, counted } = stock ?? {};
  // A count in a round is not booked, so the total is what the register expects.
  const inAll = counted === undefined ? "In all" : "Expected in all";
  const shown: [string, string | undefined][] = [
    ["Group", showsNames ? entry?.group : undefined],
    [inAll, total === undefined ? undefined : formatQuantity(total, unit)],
    ["Minimum", minimum === undefined ? undefined : formatQuantity(minimum, unit)],
    ["Lot", facts.lot],
    ["Serial", facts.serial],
    ["Expires", formatDay(facts.expires).slice(2, -1)],
    ["Best before", formatDay(facts.bestBefore).slice(2, -1)],
  ];
  return shown.filter((fact): fact is [string, string] => Boolean(fact[1]));
}

/** Returns what a verdict tells about the quantities of a movement. */
export function toExtension({ told: { stock }, result, entry, showsNames }: ReplyParts) {
  const { unit, place, from, quantity, counted } = stock ?? {};
  const here = counted ?? stock?.here;
  if (result === "no" || here === undefined || quantity === undefined) return {};
  const total = counted ?? stock?.total ?? here;
  return {
    booking: {
      quantity: quantity / 1000,
      unit,
      place: showsNames ? place : undefined,
      from: showsNames ? from : undefined,
      here: here / 1000,
      total: total / 1000,
      unnamed: entry?.unnamed && entry.id,
    },
  };
}
