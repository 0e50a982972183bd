import type { Trouble } from "../card-readers.ts";

/** What the PC/SC service reports about one reader. */
export type ReaderState = {
  reader: string;
  /** `mute`: a card that does not answer. */
  card: "none" | "mute" | "present";
  /** How often a card came or went, where the service counts it: tells two cards apart that were swapped quickly. */
  changes: number;
};

export type ServiceNews =
  | { kind: "state"; state: ReaderState }
  | { kind: "reader-gone"; reader: string }
  /** The service is no longer there; this connection to it is over. */
  | { kind: "lost"; reason: string };

/** One connection to the PC/SC service. */
export type Service = {
  /** `direct`: to the reader itself, with or without a card. */
  connect(reader: string, mode: "shared" | "direct"): Promise<Connected>;
  stop(): void;
};

export type Connected = { ok: true; connection: Connection } | Trouble;

/** One connection to a card or reader. Whoever gets one disconnects it. */
export type Connection = {
  atr: Uint8Array;
  transmit(command: Uint8Array): Promise<Reply>;
  /** A command for the reader itself; on Linux not every driver lets it through. */
  control(command: Uint8Array): Promise<Reply>;
  /** Leaves the card as it is. */
  disconnect(): Promise<void>;
};

export type Reply = { ok: true; bytes: Uint8Array } | Trouble;

/** Resolves when the service answers or is known not to. With `final` it never will in this process. */
export type OpenService = (heard: (news: ServiceNews) => void) => Promise<Opened>;

export type Opened = { ok: true; service: Service } | { ok: false; reason: string; final: boolean };
