import type { ListedScan } from "./stored-scan.ts";

/** An NFC tag that was scanned in any inbox, or named. */
export type TagRecord = {
  /** Upper-case hexadecimal bytes separated by colons, as the contract writes them. */
  identifier: string;
  /** The name that its owner gave it. Several tags may have the same name. */
  name?: string | undefined;
  /**
   * Grows with every change of the name, from 1 for a tag that never had one. A forgotten tag
   * starts again.
   */
  revision: number;
  /** When the name last changed. */
  changedAt?: string | undefined;
  /** The number of its stored scans. Repeats do not count. */
  scans: number;
  /** When the first of these scans was received. */
  firstSeenAt?: string | undefined;
  /** When the last of them was received. */
  lastSeenAt?: string | undefined;
  /** The last scan of the tag, with long texts cut. */
  lastScan?: ListedScan | undefined;
};

/**
 * `text` has search words. A tag matches if each of them begins or ends a word in its name, its
 * identifier or the content of its last scan.
 */
export type TagFilter = { text?: string };

/** A page of the list of tags. With `after`, it begins after that position. */
export type TagPage = { after?: TagPosition; limit: number };

/**
 * The position of a tag in the list. `lastScan` is the id of its last scan, or 0 for a tag without
 * scans.
 */
export type TagPosition = { lastScan: number; identifier: string };

/** The part of the store with the tags and their names. */
export interface TagStore {
  /**
   * Lists tags, the most recently seen first. Tags without scans come last, in the order of their
   * identifiers.
   */
  tags(filter: TagFilter, page: TagPage): Promise<TagRecord[]>;
  /** Returns undefined for a tag that has neither scans nor a name. */
  tag(identifier: string): Promise<TagRecord | undefined>;
  /**
   * Names a tag, whether or not it was ever scanned. With a revision that is not the current one,
   * this and `unnameTag` change nothing and return "changed-meanwhile".
   */
  nameTag(
    identifier: string,
    name: string,
    revision?: number,
  ): Promise<TagRecord | "changed-meanwhile">;
  /**
   * Removes the name of a tag. A tag without scans disappears with its name. Returns "no-such-name"
   * if the tag has no name.
   */
  unnameTag(
    identifier: string,
    revision?: number,
  ): Promise<"removed" | "no-such-name" | "changed-meanwhile">;
}
