import type { Question } from "./questions.ts";
import type { Code } from "./verdict.ts";

/** The rules that turn a scan into the keys by which a register finds its entries. */
export type KeyRules = {
  /** Ignores the difference between upper and lower case. */
  ignoreCase?: boolean;
  /** A prefix that is removed from the text of a scan, such as `TICKET:`. */
  stripPrefix?: string;
  /**
   * Reads the code out of links to these hosts: a query parameter, else the last part of the path.
   */
  links?: { hosts: string[]; parameter?: string };
  /** Reads the mail address out of contacts, such as the vCard of a badge, and ignores its case. */
  contacts?: boolean;
  /**
   * Reads the numbers of products, assets and shipments out of bar codes: EAN and UPC, GS1 element
   * strings and Digital Links, and the part numbers on labels of suppliers.
   */
  products?: boolean;
  /**
   * Only tags count that prove in their link that they are no copy (`sun.ts`), and an entry is
   * found by the UID of its tag. The keys of the tags are secrets of the register.
   */
  sun?: SunRule;
};

/**
 * The names of the parameters in the links of tags: `data` for UID and counter if the tag encrypts
 * them, by default `picc_data`; else `uid` and `counter`, by default `uid` and `ctr`. `cmac` is the
 * signature.
 */
export type SunRule = { uid?: string; counter?: string; data?: string; cmac?: string };

/** The rules that registers of all kinds have. */
export type CommonRules = {
  keys?: KeyRules;
  /** No scan has an effect. */
  closed?: boolean;
  /** The owner's own sentences by code, as Liquid templates (`own-line.ts`). */
  texts?: Partial<Record<Code, string>>;
  /**
   * The fields of an entry that phones and printed labels show. By default, these are all fields
   * except those that look private, such as mail addresses.
   */
  shows?: string[];
  /** After the result `look`, a phone that scans continuously waits for a tap. */
  tap?: boolean;
};

/** The rules of a check-in. Times are ISO 8601. */
export type CheckInRules = CommonRules & {
  /**
   * Whether a guest may come in again: never, after having left (the default), or also while
   * inside.
   */
  reentry?: "never" | "after-exit" | "always";
  /** How many times a guest may come in. */
  uses?: number;
  /** How many guests may be inside at a time. */
  capacity?: number;
  /** Nobody may come in before this time. */
  opens?: string;
  /** Nobody may come in from this time on. */
  closes?: string;
  /** The time of day at which everybody is checked out, `HH:MM` in the time zone of the hub. */
  exitAllAt?: string;
  /** Only entries of these groups may come in. */
  groups?: string[];
};

/** The rules of a stock. */
export type StockRules = CommonRules & {
  /** Whether a movement below zero is refused (the default), or made with the result `look`. */
  belowZero?: "no" | "look";
  /** Whether articles are booked without a place. By default, every movement needs a place. */
  withoutPlace?: boolean;
  /**
   * The treatment of an unknown code: it is added as an unnamed article and booked (the default),
   * or refused.
   */
  unknown?: "add" | "refuse";
  /** Whether each article is a single thing, which is at one place and counts once. */
  single?: boolean;
};

/** The rules of loans. Spans of time are those of `interval.ts`. */
export type LoanRules = CommonRules & {
  /** How long a thing is lent. By default, it may be kept. */
  loanFor?: string;
  /** Asks after the scan of a person until when they keep the things. */
  askDue?: boolean;
  /**
   * The treatment of a thing that another person has: asks whether to hand it over (the default),
   * hands it over, or refuses.
   */
  handOver?: "ask" | "yes" | "no";
};

/** The rules of an inspection. Spans of time are those of `interval.ts`. */
export type InspectionRules = CommonRules & {
  /** How often a thing is inspected. By default, it is never due. */
  every?: string;
  /** How often the things of some groups are inspected. */
  everyByGroup?: Record<string, string>;
  /**
   * How long before its date a thing is due. By default, a quarter of its interval, at most 14
   * days.
   */
  leadTime?: string;
  /** Whether only the tag of a thing counts, because a code can be scanned elsewhere. */
  touch?: boolean;
};

/**
 * The rules of a register of any kind. A register has only those of its own kind. `questions` are
 * the checklist of an inspection, those after the return of a loan, and those about a lead.
 */
export type Rules = CheckInRules &
  StockRules &
  LoanRules &
  InspectionRules & { questions?: Question[] };
