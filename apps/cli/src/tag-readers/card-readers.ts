/** What happens at the readers, in order. Names of readers are those the system gives. */
export type ReaderEvent =
  /** The PC/SC service answers; the readers there are follow as events of their own. */
  | { kind: "service" }
  /** It does not, or no longer: `reason` says what to do. With `final` nothing is tried again. */
  | { kind: "no-service"; reason: string; final: boolean }
  | { kind: "reader"; reader: string }
  | { kind: "reader-gone"; reader: string }
  /** A card or tag was put on. Told once, however long it lies there. */
  | { kind: "card"; reader: string }
  /** Something lies on the reader that does not answer: badly placed, or of a kind the reader does not know. */
  | { kind: "mute"; reader: string }
  | { kind: "card-gone"; reader: string };

/**
 * Card readers, wherever they come from: `pcsc/` has those of PC/SC, tests have their own. They report to the listener
 * they were opened with. Nothing here throws: what goes wrong at a reader is a value.
 */
export type CardReaders = {
  /** Connects to the card on a reader for the time of `work`, and leaves it as it is afterwards. */
  use<T>(reader: string, work: (card: Card) => Promise<T>): Promise<Used<T>>;
  /** Beeps and blinks where the reader can; false where it cannot. */
  signal(reader: string, signal: Signal): Promise<boolean>;
  /** Lets go of everything. No event comes afterwards. */
  close(): void;
};

export type OpenCardReaders = (heard: (event: ReaderEvent) => void) => CardReaders;

export type Used<T> = { ok: true; value: T } | Trouble;

/** `gone`: the card or its reader is away. `busy`: another program keeps the card. */
export type Trouble = { ok: false; kind: "gone" | "busy" | "failed"; reason: string };

export const tagGone = {
  ok: false,
  kind: "gone",
  reason: "The tag was taken away too soon; put it on again and leave it a moment longer.",
} as const satisfies Trouble;

/** `good`: taken. `bad`: look at the screen. */
export type Signal = "good" | "bad";

export type Card = {
  reader: string;
  /** Answer to reset, ISO/IEC 7816-3 8. */
  atr: Uint8Array;
  /** Sends one command (ISO/IEC 7816-4, 5.1) and gives the answer, whatever its status word. */
  transmit(command: Uint8Array): Promise<Answer>;
};

export type Answer = { ok: true; data: Uint8Array; status: number } | Trouble;
