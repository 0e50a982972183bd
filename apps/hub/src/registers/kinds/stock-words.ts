import { toDateLocale } from "../../texts/date-locale.ts";
import { verdictTexts } from "../../texts/verdict-texts.ts";
import type { StockAction } from "../register.ts";
import type { Code } from "../verdict.ts";
import { commonCodes, commonSentences, type Tell, toPlainWord } from "./common-words.ts";
import type { ReplyParts, StockFacts } from "./kind.ts";
import { tellQuantity } from "./quantity-words.ts";

/** The codes of movements in which nothing is remarkable. */
export const bookedCodes = {
  add: "added",
  remove: "removed",
  move: "moved",
  count: "counted",
} as const satisfies Record<StockAction, Code>;

export const stockCodes = [
  ...commonCodes,
  ...Object.values(bookedCodes),
  "was-elsewhere",
  "already-counted",
  "low",
  "unnamed",
  "not-enough",
  "best-before",
  "expired",
  "recalled",
  "place-set",
  "quantity-set",
  "not-a-thing",
  "no-place",
  "which-place",
  "same-place",
  "no-user",
  "no-quantity",
  "wrong-unit",
  "too-much",
  "misread",
  "round-over",
  "round-begun",
  "round-ended",
  "round-applied",
  "round-undone",
] as const satisfies readonly Code[];

export type StockCode = (typeof stockCodes)[number];

/** Returns the word of a verdict, with the quantity that was booked. */
export function toWord(parts: ReplyParts): string {
  const { code, language } = parts;
  const { quantity, unit } = parts.told.stock ?? {};
  const word = toPlainWord(parts);
  const isBooked = Object.values(bookedCodes).some((booked) => booked === code);
  return isBooked && quantity !== undefined
    ? verdictTexts(language).booked({ word, quantity: tellQuantity(quantity, unit, language) })
    : word;
}

export function toSentence(name: string, parts: ReplyParts): string {
  return sentences[parts.code as StockCode](name, parts);
}

const textsOf = ({ language }: ReplyParts) => verdictTexts(language).stock;

const sentences: Record<StockCode, Tell> = {
  ...commonSentences,
  added: describeBooking,
  removed: describeBooking,
  moved: describeBooking,
  counted: describeBooking,
  "was-elsewhere"(name, parts) {
    const { from, elsewhere } = parts.told.stock ?? {};
    const { wasElsewhere, wasElsewhereAt } = textsOf(parts);
    const places = from ?? elsewhere;
    const note = places === undefined ? wasElsewhere : wasElsewhereAt({ places });
    return `${describeBooking(name, parts)} ${note}`;
  },
  "already-counted": (name, parts) => textsOf(parts).alreadyCounted({ name }),
  low(name, parts) {
    const { minimum, unit } = parts.told.stock ?? {};
    if (minimum === undefined) return describeBooking(name, parts);
    const booking = toBooking(name, parts);
    return textsOf(parts).low({ booking, minimum: tellQuantity(minimum, unit, parts.language) });
  },
  unnamed: (_, parts) =>
    `${describeBooking(textsOf(parts).newCode, parts)} ${textsOf(parts).giveName}`,
  "not-enough"(name, parts) {
    const { quantity, here = 0, from, elsewhere, unit, action } = parts.told.stock ?? {};
    const texts = textsOf(parts);
    if (parts.result === "look") return `${describeBooking(name, parts)} ${texts.belowZero}`;
    if (action === "move" && from === undefined) return texts.noneElsewhere({ name });
    if (quantity === undefined || action === "move") return texts.notEnough({ name });
    const left = { quantity: tellQuantity(here, unit, parts.language), at: at(parts) };
    return elsewhere === undefined
      ? texts.only({ name, ...left })
      : texts.onlyHere({ name, ...left, elsewhere });
  },
  "best-before"(name, parts) {
    const day = formatDay(parts.told.stock?.facts?.bestBefore, parts.language);
    const { pastBest, pastBestOn } = textsOf(parts);
    return `${describeBooking(name, parts)} ${day === undefined ? pastBest : pastBestOn({ day })}`;
  },
  expired(name, parts) {
    const day = formatDay(parts.told.stock?.facts?.expires, parts.language);
    const texts = textsOf(parts);
    if (parts.result === "look") {
      const note = day === undefined ? texts.itExpired : texts.itExpiredOn({ day });
      return `${describeBooking(name, parts)} ${note}`;
    }
    return day === undefined ? texts.expired({ name }) : texts.expiredOn({ name, day });
  },
  recalled(name, parts) {
    const { lot } = parts.told.stock?.facts ?? {};
    const texts = textsOf(parts);
    if (parts.result === "look") {
      const note = lot === undefined ? texts.recalled : texts.lotRecalled({ lot });
      return `${describeBooking(name, parts)} ${note}`;
    }
    return lot === undefined ? texts.recalledOf({ name }) : texts.lotRecalledOf({ name, lot });
  },
  "place-set"(_, parts) {
    const { action, place, from } = parts.told.stock ?? {};
    const texts = textsOf(parts);
    if (place === undefined) return texts.placeSet;
    if (from !== undefined) return texts.movingFromTo({ from, place });
    const { adding: add, removing: remove, moving: move, counting: count } = texts;
    return { add, remove, move, count }[(action ?? "count") as StockAction]({ place });
  },
  "quantity-set"(_, parts) {
    const { quantity = 1000 } = parts.told.stock ?? {};
    return textsOf(parts).quantitySet({
      quantity: tellQuantity(quantity, undefined, parts.language),
    });
  },
  "not-a-thing": (name, parts) => textsOf(parts).notAThing({ name }),
  "no-place": (_, parts) => textsOf(parts).noPlace,
  "which-place"(name, parts) {
    const { elsewhere } = parts.told.stock ?? {};
    const { whichPlace, whichPlaceOf } = textsOf(parts);
    return elsewhere === undefined ? whichPlace({ name }) : whichPlaceOf({ name, elsewhere });
  },
  "same-place": (name, parts) => textsOf(parts).samePlace({ name }),
  "no-user": (_, parts) => textsOf(parts).noUser,
  "no-quantity"(name, parts) {
    const { unit } = parts.told.stock ?? {};
    const { noQuantity, noMeasure } = textsOf(parts);
    return unit === undefined ? noQuantity({ name }) : noMeasure({ name, unit });
  },
  "wrong-unit"(name, parts) {
    const { unit } = parts.told.stock ?? {};
    const { wrongUnit, wrongUnitOf } = textsOf(parts);
    return unit === undefined ? wrongUnit({ name }) : wrongUnitOf({ name, unit });
  },
  "too-much": (name, parts) => textsOf(parts).tooMuch({ name }),
  misread: (_, parts) => textsOf(parts).misread,
  "round-over": (_, parts) => textsOf(parts).roundOver,
  "round-begun": (_, parts) => textsOf(parts).roundBegun({ round: nameRound(parts) }),
  "round-ended": (_, parts) => textsOf(parts).roundEnded({ round: nameRound(parts) }),
  "round-applied": (_, parts) => textsOf(parts).roundApplied({ round: nameRound(parts) }),
  "round-undone": (_, parts) => textsOf(parts).roundUndone({ round: nameRound(parts) }),
  undone(name, parts) {
    const { stock } = parts.told;
    const { undone } = verdictTexts(parts.language).common;
    if (stock === undefined) return undone;
    return stock.counted === undefined
      ? `${undone} ${describeStock(name, parts)}`
      : `${undone} ${describeBooking(name, parts)}`;
  },
  "changed-since": (name, { language }) => verdictTexts(language).common.movedSince({ name }),
};

function nameRound(parts: ReplyParts): string {
  const { round: number } = parts.told;
  const { round, aRound } = textsOf(parts);
  return number === undefined ? aRound : round({ number });
}

function at(parts: ReplyParts): string {
  const { place } = parts.told.stock ?? {};
  const { at, there } = textsOf(parts);
  return place === undefined ? there : at({ place });
}

/** Returns a sentence about a movement, such as `Screws: 3 added to Shelf B3; 24 there.` */
function describeBooking(name: string, parts: ReplyParts): string {
  return textsOf(parts).end({ booking: toBooking(name, parts) });
}

/** Returns the sentence of `describeBooking` without its end. */
function toBooking(name: string, parts: ReplyParts): string {
  const { stock } = parts.told;
  const { action, quantity, unit, place, from, before, counted, expected } = stock ?? {};
  const texts = textsOf(parts);
  if (stock === undefined || quantity === undefined) return texts.booked({ name });
  const tell = (amount: number) => tellQuantity(amount, unit, parts.language);
  if (counted !== undefined) {
    const there = { name, quantity: tell(counted), at: at(parts) };
    return expected === undefined
      ? texts.counted(there)
      : texts.countedExpected({ ...there, expected: tell(expected) });
  }
  if (action === "count") {
    const there = { name, quantity: tell(stock.here ?? 0), at: at(parts) };
    return before === stock.here
      ? texts.counted(there)
      : texts.countedBefore({ ...there, before: tell(before ?? 0) });
  }
  const booked = { name, quantity: tell(quantity), left: describeTotal(stock, parts) };
  if (action === "add")
    return place === undefined ? texts.added(booked) : texts.addedTo({ ...booked, place });
  if (action === "remove")
    return place === undefined ? texts.removed(booked) : texts.removedFrom({ ...booked, place });
  if (from === undefined)
    return place === undefined ? texts.moved(booked) : texts.movedTo({ ...booked, place });
  return place === undefined
    ? texts.movedFrom({ ...booked, from })
    : texts.movedFromTo({ ...booked, from, place });
}

/** Returns a sentence about how much there is, such as `Screws: 24 at Shelf B3, 36 in all.` */
function describeStock(name: string, parts: ReplyParts): string {
  const { here = 0, total = here, unit } = parts.told.stock ?? {};
  const { stocked, stockedInAll } = textsOf(parts);
  const there = { name, quantity: tellQuantity(here, unit, parts.language), at: at(parts) };
  return total === here
    ? stocked(there)
    : stockedInAll({ ...there, total: tellQuantity(total, unit, parts.language) });
}

function describeTotal({ here = 0, total = here, unit }: StockFacts, parts: ReplyParts): string {
  const { left, leftInAll } = textsOf(parts);
  const there = { here: tellQuantity(here, unit, parts.language) };
  return total === here
    ? left(there)
    : leftInAll({ ...there, total: tellQuantity(total, unit, parts.language) });
}

/** Returns the last day before a moment; undefined without one. */
function formatDay(time: number | undefined, language: string): string | undefined {
  if (time === undefined) return undefined;
  const format = { day: "numeric", month: "short", year: "numeric" } as const;
  return new Intl.DateTimeFormat(toDateLocale(language), format).format(time - 1);
}

export function listFacts(parts: ReplyParts): [string, string][] {
  const { told, entry, showsNames, language } = parts;
  const { facts = {}, total, unit, minimum, counted } = told.stock ?? {};
  const names = verdictTexts(language).facts;
  const tell = (amount: number | undefined) =>
    amount === undefined ? undefined : tellQuantity(amount, unit, language);
  const shown: [string, string | undefined][] = [
    [names.group, showsNames ? entry?.group : undefined],
    // A count in a round is not booked, so the total is what the register expects.
    [counted === undefined ? names.inAll : names.expectedInAll, tell(total)],
    [names.minimum, tell(minimum)],
    [names.lot, facts.lot],
    [names.serial, facts.serial],
    [names.expires, formatDay(facts.expires, language)],
    [names.bestBefore, formatDay(facts.bestBefore, language)],
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
