import type { Ask } from "../registers/questions.ts";
import type { EntryRecord } from "./registers.ts";

/** A lead as the person sees it who scanned it. `at` is ISO 8601. */
export type OwnLead = {
  entry: EntryRecord;
  /** The last scan, by whomever. */
  last: { at: string; by: string };
  /** The newest questions that the person was asked about the lead, if nobody has answered them. */
  ask?: (Ask & { movement: number }) | undefined;
};

/**
 * How many leads a register has. `waiting` contacts are no leads yet: their consent was not given,
 * or nobody scanned them since they were added.
 */
export type LeadCounts = {
  leads: number;
  waiting: number;
  /** Those that nobody has named yet. */
  unnamed: number;
  /** The users who scanned, by name, and how many contacts each scanned, first or again. */
  people: { by: string; leads: number }[];
};

/** The part of the store that registers of leads need. */
export interface LeadStore {
  countLeads(id: number): Promise<LeadCounts>;
  /** Lists the leads that a user scanned, the newest first, with ids less than `before`. */
  ownLeads(
    id: number,
    list: { by: string; text?: string; before?: number | undefined; limit: number },
  ): Promise<OwnLead[]>;
  /**
   * Finds at most 500 leads to delete: those that were dropped, those that were not scanned since
   * `unseenSince`, and those whose consent was asked before `askedBefore` and not given. Times are
   * milliseconds since 1970.
   */
  leadsToForget(id: number, times: { unseenSince: number; askedBefore: number }): Promise<number[]>;
  /** Lists the scans about entries of a register, acts included. */
  scansAbout(id: number, entries: readonly number[]): Promise<number[]>;
  /**
   * Deletes entries of a register, and removes their names, replies and answers from the journal.
   * Returns the number of deleted entries. `eraseForgotten` removes them from the files, too.
   */
  forgetEntries(id: number, entries: readonly number[]): Promise<number>;
  /**
   * Removes what was deleted by hand, with leads or with their inbox from the files of the
   * database, the words of scans too, unless that has been done since. It may rewrite the whole
   * index of words, a few pages at a time, so call it rarely.
   */
  eraseForgotten(): Promise<void>;
}
