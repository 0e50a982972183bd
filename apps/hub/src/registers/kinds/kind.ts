import type { VerdictTexts } from "../../texts/verdict-texts.ts";
import type { ProductFacts } from "../product-facts.ts";
import type { Answers, Ask, KeptAnswer, Question } from "../questions.ts";
import type {
  Action,
  DueStage,
  Entry,
  Hand,
  NewEntry,
  OpenRound,
  PlacedState,
  Presence,
  State,
  Tally,
} from "../register.ts";
import type { KeyRules, Rules } from "../rules.ts";
import type { Code, Result, ToldHand, Verdict } from "../verdict.ts";

/** The facts that a decision rests on. Times are milliseconds since 1970. */
export type Occasion = {
  rules: Rules;
  entry: Entry | "unknown" | "ambiguous";
  /** The scanned code. Absent if it has no key, so that it cannot become an entry. */
  scanned?: ScannedCode | undefined;
  /** The states of the entry, one for each place. */
  states: readonly PlacedState[];
  /** How many guests are inside the register. */
  inside: number;
  action: Action;
  door: string;
  now: number;
  /** A person overrules the rules. */
  forced: boolean;
  /** The facts about the thing that the scanned code contains. */
  facts: ProductFacts;
  /**
   * The things that the sender has in hand. Absent for a sender without a user name, who cannot
   * have anything in hand.
   */
  hand?: HeldThings | undefined;
  /** The quantity that came with the scan, in thousandths of a unit. */
  quantity?: number | undefined;
  /** The stocktake that is going on, with what was counted of the entry so far. */
  round?: CountingRound | undefined;
  /** A tag was read, not a code that may hang elsewhere. */
  isTouched: boolean;
  /** The things that the scanned person has. */
  loans: readonly Loan[];
  /** The language of the verdict, in which it also asks. */
  language: string;
};

export type ScannedCode = { content: string; tag: string | null };

/** A thing that a person has, and until when in milliseconds since 1970. */
export type Loan = { entry: number; label: string; dueAt?: number | undefined };

/** The answers to the questions of an earlier verdict. */
export type Answered = {
  /** The code of that verdict. */
  code: Code;
  /** The person whom that verdict was about, such as the one who gets a thing. */
  holder?: Entry | undefined;
  /** The date that the thing would have had. */
  dueAt?: number | undefined;
  questions: readonly Question[];
  answers: Answers;
  kept: readonly KeptAnswer[];
  /** The thing was decided about again between the verdict and the answers. */
  isChanged: boolean;
};

export type CountingRound = OpenRound & {
  tallies: readonly Tally[];
  /** The serial number of the code was already counted of the entry. */
  isSerialCounted: boolean;
};

/** The things that a user has in hand, with the entries of the places and the person. */
export type HeldThings = Omit<Hand, "place" | "from" | "holder"> & {
  place?: Entry | undefined;
  from?: Entry | undefined;
  holder?: Entry | undefined;
};

/** A movement of a quantity. Without `from`, nothing is taken away elsewhere. */
export type Booking = {
  /** The id of the entry of the place, 0 for none. */
  place: number;
  from?: number | undefined;
  /** How much was added at the place, in thousandths of the unit. Negative if it was removed. */
  delta: number;
};

/** How a thing is, and when it is due, in milliseconds since 1970. */
export type DatedThing = {
  group?: string | undefined;
  status: State["status"];
  dueAt?: number | undefined;
};

/** A decision of a kind. Whatever is absent does not change. */
export type Decision = {
  result: Result;
  code: Code;
  /** The new states of the entry. */
  states?: readonly NewState[] | undefined;
  booking?: Booking | undefined;
  /** The things that the user has in hand afterwards. */
  hand?: Hand | undefined;
  /** The addition to what is counted in the round. Without a door and a time, those of the scan. */
  tally?: (Pick<Tally, "place" | "quantity" | "booked"> & Partial<Tally>) | undefined;
  /** The place that is visited in the round. */
  visit?: number | undefined;
  /** How the numbers of guests inside and of admitted guests change. */
  inside?: number;
  admitted?: number;
  /** The decision is only valid while at most this many guests are inside. */
  mostInside?: number | undefined;
  /** The entry that the scanned code becomes. */
  adds?: NewEntry | undefined;
  /** The new fields of the entry. */
  fields?: Readonly<Record<string, string>> | undefined;
  /** The person whom the movement is about, and the date of a decision that only asks. */
  holder?: number | undefined;
  dueAt?: number | undefined;
  /** The state of a thing before, for an undo. */
  before?: State | undefined;
  /** The facts that the verdict tells. */
  told: Told;
};

/** A new state of the entry at a place: the id of its entry, or 0. */
export type NewState = State & { place: number; holderLabel?: string | undefined };

/** The facts that the sentences of the kinds are made from. */
export type Told = {
  /** The state of the guest before the scan. */
  presence?: Presence | undefined;
  /** How many guests are inside after the scan. */
  inside?: number;
  /** Where the guest is after an undo; absent if nothing was undone. */
  restored?: Presence["status"] | undefined;
  /** When, in milliseconds since 1970, and where the counter of a tag was seen before. */
  seen?: { at: number; door: string };
  /** How many guests a rule has checked out. */
  left?: number;
  /** The number of a round. */
  round?: number;
  stock?: StockFacts;
  care?: CareFacts;
  lead?: LeadFacts;
  ask?: Ask | undefined;
};

/** The facts about a thing that is lent or inspected. Times are milliseconds since 1970. */
export type CareFacts = {
  /** The state of the thing before, and its new one if it has changed. */
  before?: PlacedState | undefined;
  after?: NewState | undefined;
  /** The name of the person who gets or had the thing, and until when. */
  holder?: string | undefined;
  dueAt?: number | undefined;
  /** The things that a scanned person has. */
  loans?: readonly Loan[];
  answers?: readonly KeptAnswer[];
};

/** The facts about a lead: its state before a scan, and whether an undo drops it. */
export type LeadFacts = { before?: PlacedState; isDropped?: boolean };

/** The facts about a thing and its places. Quantities are in thousandths of the unit. */
export type StockFacts = {
  action?: Action;
  unit?: string | undefined;
  minimum?: number | undefined;
  facts?: ProductFacts | undefined;
  /** The label of the place in hand, and of the one that things are moved from. */
  place?: string | undefined;
  from?: string | undefined;
  quantity?: number | undefined;
  /** How much is at the place and at all places, after the movement if there was one. */
  here?: number | undefined;
  total?: number | undefined;
  /** How much was at the place before. */
  before?: number | undefined;
  /** In a round: how much was counted at the place so far, and how much is expected there. */
  counted?: number | undefined;
  expected?: number | undefined;
  /** The stock at other places, such as `12 at Shelf A1, 3 at Shelf B2`. */
  elsewhere?: string | undefined;
};

/** A movement that is to be undone. */
export type Undoable = Booking & {
  inside: number;
  admitted: number;
  /** The state of the guest or the thing before the movement. */
  before?: Presence | State | undefined;
};

/** The facts that a reply is composed from. Times are milliseconds since 1970. */
export type ReplyParts = {
  result: Result;
  code: Code;
  /** The name of the register, and its title for people. */
  register: { name: string; title?: string | undefined; kind: Kind; rules: Rules };
  entry: Entry | undefined;
  told: Told;
  /** The things that the user has in hand after the scan. */
  hand?: ToldHand | undefined;
  now: number;
  /** When the device scanned, by its own clock. Only present if that is remarkably long ago. */
  scannedAt?: number | undefined;
  /** Whether the sender may see names. */
  showsNames: boolean;
  /** The language of the verdict, one of `languages` in `texts/verdict-texts.ts`. */
  language: string;
};

/** A kind of register: what scans do in it, and the words of its verdicts. */
export type Kind = {
  /** The codes of its verdicts. */
  codes: readonly Code[];
  /** The codes after which something has changed. */
  effects: readonly Code[];
  /** The codes after which an undo is possible. */
  undoable: readonly Code[];
  /** The codes whose texts include the note of the entry. */
  attends: readonly Code[];
  /** The refusals that a supervisor can overrule. */
  overrulable: readonly Code[];
  /** Whether users have something in hand between scans. */
  hasHands: boolean;
  /**
   * Returns those of the keys of a scan that an entry gets which the scan adds, at least one.
   * Absent for a kind whose scans add no entries.
   */
  newKeys?(keys: readonly string[]): readonly string[];
  /** The text that stands for the name of an entry that may not be shown. */
  someone: keyof VerdictTexts["someone"];
  keyRules(rules: Rules): KeyRules;
  decide(occasion: Occasion): Decision;
  /** Returns what takes a movement back. `states` are those that the movement led to. */
  undo(movement: Undoable, states: readonly PlacedState[], occasion: UndoOccasion): Decision;
  /** Decides once the questions of a verdict are answered. Absent for a kind that asks nothing. */
  answer?(occasion: Occasion, answered: Answered): Decision;
  /** Returns how far the date of a thing has come; undefined if it is not due. */
  findStage?(rules: Rules, thing: DatedThing, now: number): DueStage | undefined;
  /** Sets when a thing is due, `undefined` for never. */
  setDue?(occasion: Occasion, dueAt: number | undefined): Decision;
  /** Returns the word to show in large letters. */
  word(parts: ReplyParts): string;
  sentence(name: string, parts: ReplyParts): string;
  /**
   * Returns a sentence that follows every text, the owner's own included; an empty text for none.
   */
  warning(parts: ReplyParts): string;
  /** Lists the facts that precede the fields of the entry. */
  listFacts(parts: ReplyParts): [string, string][];
  /** Returns the parts of a verdict that only this kind has. */
  extend(parts: ReplyParts): Pick<Verdict, "counts" | "booking" | "loan" | "ask">;
  /** Lists the texts of times, as `HH:MM`, that the sentences may contain. */
  listTimes(parts: ReplyParts): string[];
};

export type UndoOccasion = {
  entry: Entry;
  door: string;
  now: number;
  inside: number;
  /** The person who had the thing before the movement, if there is an entry of them. */
  holder?: Entry | undefined;
};
