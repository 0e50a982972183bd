import { type Ask, isDate, readAsk } from "./ask.ts";
import {
  cutText,
  parseJson,
  readField,
  readId,
  readNumber,
  readText,
  readTime,
} from "./read-fields.ts";

/** The media type of a response that carries a verdict. A sender names it in `Accept`. */
export const verdictType = "application/vnd.scanhook.verdict+json";

/**
 * The decision of a receiver about a scan: `yes`, `look` (a person has to read it first), `no`, or
 * `ask` (there is a question to answer first). `code` says why, and more codes may be added.
 */
export type Verdict = {
  result: "yes" | "look" | "no" | "ask";
  code: string;
  /** The word to show in large letters. */
  word: string;
  /** The name of the person or thing. Missing where names may not be shown. */
  title?: string;
  text: string;
  /** Further facts as names and values. */
  facts: [string, string][];
  /** The number of people inside, and the maximum that may be inside. */
  counts?: { inside: number; capacity?: number };
  /** The movement of a quantity in a stock. */
  booking?: Booking;
  /** The loan of the thing: its holder, and until when. */
  loan?: Loan;
  /** The things that the sender has in hand for the next scans. */
  hand?: Hand;
  /** The questions to answer. Present only with a movement, which the answers name. */
  ask?: Ask;
  /** The number of the decision in the receiver's journal. */
  movement?: number;
  /** The time of the decision in ISO 8601. */
  at?: string;
  /** The acts that the sender may ask for next, such as `undo`. */
  may?: string[];
  /** Present if a person has to confirm that they have read the verdict before the next scan. */
  tap?: true;
};

/**
 * A movement of a quantity in a stock: how much, at or to which place, and from which. `here` is
 * what there is at the place now, `total` what there is in all. `unnamed` is the number of an entry
 * that the scan of an unknown code added, and that still needs a name.
 */
export type Booking = {
  quantity: number;
  unit?: string;
  place?: string;
  from?: string;
  here: number;
  total: number;
  unnamed?: number;
};

/**
 * Who has a thing, and when it is due, in ISO 8601. `dueDay`, `YYYY-MM-DD`, is the day of the
 * receiver at whose end it is due; there is none if it is due during a day.
 */
export type Loan = { holder?: string; due?: string; dueDay?: string; overdue?: true };

/**
 * The things that a sender has in hand: the next scans are booked at this place, the next one in
 * this quantity, or for this person until a time when they are due, with the
 * day as in a loan. `until` is when it is put down if nothing is scanned. Both times are in ISO
 * 8601.
 */
export type Hand = {
  action: string;
  place?: string;
  from?: string;
  quantity?: number;
  holder?: string;
  due?: string;
  dueDay?: string;
  until: string;
};

const results = ["yes", "look", "no", "ask"] as const;
const maxFacts = 40;
const maxActs = 10;

/**
 * Reads the verdict in a receiver's JSON response. Returns undefined if there is none, or if it
 * lacks the result, the code, the word or the text. Texts are cut to 240 characters, and at most 40
 * facts, 10 acts and 100 questions are kept.
 */
export function parseVerdict(body: string): Verdict | undefined {
  const fields = readField(parseJson(body), "verdict");
  const result = results.find((known) => known === readField(fields, "result"));
  const [code, word, text] = ["code", "word", "text"].map((name) => readText(fields, name));
  if (!result || !code || !word || text === undefined) return undefined;
  const facts = readField(fields, "facts");
  const verdict: Verdict = {
    result,
    code,
    word,
    text,
    facts: Array.isArray(facts) ? facts.slice(0, maxFacts).flatMap(readFact) : [],
  };
  const title = readText(fields, "title");
  if (title !== undefined) verdict.title = title;
  const counts = readCounts(readField(fields, "counts"));
  if (counts) verdict.counts = counts;
  const booking = readBooking(readField(fields, "booking"));
  if (booking) verdict.booking = booking;
  const loan = readLoan(readField(fields, "loan"));
  if (loan) verdict.loan = loan;
  const hand = readHand(readField(fields, "hand"));
  if (hand) verdict.hand = hand;
  const movement = readId(fields, "movement");
  if (movement !== undefined) verdict.movement = movement;
  const ask = movement === undefined ? undefined : readAsk(readField(fields, "ask"));
  if (ask) verdict.ask = ask;
  const at = readText(fields, "at");
  if (at !== undefined) verdict.at = at;
  const may = readField(fields, "may");
  if (Array.isArray(may)) verdict.may = may.slice(0, maxActs).flatMap((act) => cutText(act) ?? []);
  if (readField(fields, "tap") === true) verdict.tap = true;
  return verdict;
}

function readFact(fact: unknown): [string, string][] {
  if (!Array.isArray(fact)) return [];
  const [name, value] = [cutText(fact[0]), cutText(fact[1])];
  return name !== undefined && value !== undefined ? [[name, value]] : [];
}

function readCounts(counts: unknown): Verdict["counts"] {
  const [inside, capacity] = ["inside", "capacity"].map((name) => readField(counts, name));
  if (typeof inside !== "number") return undefined;
  return typeof capacity === "number" ? { inside, capacity } : { inside };
}

function readBooking(booking: unknown): Booking | undefined {
  const [quantity, here, total] = ["quantity", "here", "total"].map((name) =>
    readNumber(booking, name),
  );
  if (quantity === undefined || here === undefined || total === undefined) return undefined;
  const read: Booking = { quantity, here, total };
  const unit = readText(booking, "unit");
  if (unit) read.unit = unit;
  const unnamed = readId(booking, "unnamed");
  if (unnamed !== undefined) read.unnamed = unnamed;
  return Object.assign(read, readPlaces(booking));
}

function readHand(hand: unknown): Hand | undefined {
  const [action, until] = [readText(hand, "action"), readTime(hand, "until")];
  if (!action || until === undefined) return undefined;
  const read: Hand = { action, until };
  const quantity = readNumber(hand, "quantity");
  if (quantity !== undefined) read.quantity = quantity;
  return Object.assign(read, readPlaces(hand), readHolder(hand));
}

function readLoan(loan: unknown): Loan | undefined {
  const read: Loan = readHolder(loan);
  if (Object.keys(read).length === 0) return undefined;
  if (readField(loan, "overdue") === true) read.overdue = true;
  return read;
}

function readHolder(object: unknown): Pick<Loan, "holder" | "due" | "dueDay"> {
  const read: Pick<Loan, "holder" | "due" | "dueDay"> = {};
  const [holder, due] = [readText(object, "holder"), readTime(object, "due")];
  if (holder) read.holder = holder;
  if (due === undefined) return read;
  read.due = due;
  const dueDay = readField(object, "dueDay");
  if (isDate(dueDay)) read.dueDay = dueDay;
  return read;
}

function readPlaces(object: unknown): { place?: string; from?: string } {
  const places: { place?: string; from?: string } = {};
  const [place, from] = [readText(object, "place"), readText(object, "from")];
  if (place) places.place = place;
  if (from) places.from = from;
  return places;
}
