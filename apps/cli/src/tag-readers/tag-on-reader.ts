import type { Card } from "./card-readers.ts";

/** What kind of tag lies on the reader, as far as its ATR tells (PC/SC part 3, 3.1.3.2.3). */
export type Technology = "type2" | "type4" | "type5" | "mifare-classic" | "felica" | "unknown";

export type TagOnReader = {
  technology: Technology;
  /** Most significant byte first; undefined when the reader does not give one. Known even when nothing else could be read. */
  uid: Uint8Array | undefined;
  content: TagContent;
};

export type TagContent =
  | { kind: "ndef"; message: Uint8Array; capacity: number; writable: boolean }
  | { kind: "blank"; capacity: number; writable: boolean }
  /** Not prepared for NDEF. */
  | { kind: "unformatted" }
  /** It has what belongs to NDEF, but that contradicts itself. */
  | { kind: "damaged"; reason: string }
  /** Protected, of a kind that readers do not read, or the reader refused. */
  | { kind: "unreadable"; reason: string }
  /** Taken away before all of it was read. */
  | { kind: "gone"; reason: string };

/** Reads the tag on a reader. What cannot be read is told as `content`. */
export type ReadTagOnReader = (card: Card) => Promise<TagOnReader>;
