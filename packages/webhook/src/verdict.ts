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
  /** The things that the sender has in hand for the next scans. */
  hand?: Hand;
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
 * The things that a sender has in hand: the next scans are booked at this place, the next one in
 * this quantity. `until` is when it is put down if nothing is scanned, in ISO 8601.
 */
export type Hand = {
  action: string;
  place?: string;
  from?: string;
  quantity?: number;
  until: string;
};

const results = ["yes", "look", "no", "ask"] as const;
const maxTextLength = 240;
const maxFacts = 40;
const maxActs = 10;

/**
 * Reads the verdict in a receiver's JSON response. Returns undefined if there is none, or if it
 * lacks the result, the code, the word or the text. Texts are cut to 240 characters, and at most 40
 * facts and 10 acts are kept.
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
  const hand = readHand(readField(fields, "hand"));
  if (hand) verdict.hand = hand;
  const movement = readId(fields, "movement");
  if (movement !== undefined) verdict.movement = movement;
  const at = readText(fields, "at");
  if (at !== undefined) verdict.at = at;
  const may = readField(fields, "may");
  if (Array.isArray(may)) verdict.may = may.slice(0, maxActs).flatMap((act) => cut(act) ?? []);
  if (readField(fields, "tap") === true) verdict.tap = true;
  return verdict;
}

function readFact(fact: unknown): [string, string][] {
  if (!Array.isArray(fact)) return [];
  const [name, value] = [cut(fact[0]), cut(fact[1])];
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
  const [action, until] = [readText(hand, "action"), readText(hand, "until")];
  if (!action || until === undefined || Number.isNaN(Date.parse(until))) return undefined;
  const read: Hand = { action, until };
  const quantity = readNumber(hand, "quantity");
  if (quantity !== undefined) read.quantity = quantity;
  return Object.assign(read, readPlaces(hand));
}

function readPlaces(object: unknown): { place?: string; from?: string } {
  const places: { place?: string; from?: string } = {};
  const [place, from] = [readText(object, "place"), readText(object, "from")];
  if (place) places.place = place;
  if (from) places.from = from;
  return places;
}

/** Returns the number of a thing, which may become a part of an address. */
function readId(object: unknown, name: string): number | undefined {
  const id = readField(object, name);
  return Number.isSafeInteger(id) ? (id as number) : undefined;
}

function readNumber(object: unknown, name: string): number | undefined {
  const number = readField(object, name);
  return Number.isFinite(number) ? (number as number) : undefined;
}

function readText(object: unknown, name: string): string | undefined {
  return cut(readField(object, name));
}

function cut(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  // A character is one or two UTF-16 code units.
  return Array.from(value.slice(0, maxTextLength * 2))
    .slice(0, maxTextLength)
    .join("");
}

function readField(object: unknown, name: string): unknown {
  return typeof object === "object" && object !== null && Object.hasOwn(object, name)
    ? (object as Record<string, unknown>)[name]
    : undefined;
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
