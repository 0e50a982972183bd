/** An event at the readers, reported in order. Reader names are those of the operating system. */
export type ReaderEvent =
  /** The PC/SC service is available. Each reader follows as an event. */
  | { kind: "service" }
  /**
   * The service is not available, or no longer available. `reason` says what to do. If `final` is
   * set, there is no retry.
   */
  | { kind: "no-service"; reason: string; final: boolean }
  | { kind: "reader"; reader: string }
  | { kind: "reader-gone"; reader: string }
  /** A card or tag was put on the reader. Reported once, however long it stays there. */
  | { kind: "card"; reader: string }
  /** A card does not respond: it is badly placed, or the reader does not support its kind. */
  | { kind: "mute"; reader: string }
  | { kind: "card-gone"; reader: string };

/**
 * Access to card readers. `pcsc/` implements it with PC/SC; tests have their own implementation.
 * Events go to the listener that was passed to `OpenCardReaders`. Failures of a reader are returned
 * as values and never thrown.
 */
export type CardReaders = {
  /** Connects to the card on a reader, runs `work` and disconnects. The card keeps its state. */
  use<T>(reader: string, work: (card: Card) => Promise<T>): Promise<CardResult<T>>;
  /** Makes the reader beep and blink. Resolves to false if the reader cannot. */
  giveFeedback(reader: string, feedback: Feedback): Promise<boolean>;
  /** Disconnects from everything. No event follows. */
  close(): void;
};

export type OpenCardReaders = (onEvent: (event: ReaderEvent) => void) => CardReaders;

export type CardResult<T> = { ok: true; value: T } | CardFailure;

/** `gone`: the card or its reader was removed. `busy`: another program keeps the card. */
export type CardFailure = { ok: false; kind: "gone" | "busy" | "failed"; reason: string };

export const tagGone = {
  ok: false,
  kind: "gone",
  reason: "The tag was taken away too soon; put it on again and leave it a moment longer.",
} as const satisfies CardFailure;

/** `good`: accepted. `bad`: look at the screen. `ask`: answer the questions there. */
export type Feedback = "good" | "bad" | "ask";

export type Card = {
  reader: string;
  /** Answer to reset (ISO/IEC 7816-3, clause 8). */
  atr: Uint8Array;
  /**
   * Sends one command APDU and returns the response APDU (ISO/IEC 7816-4:2005, 5.1) with any status
   * word.
   */
  transmit(command: Uint8Array): Promise<ResponseApdu>;
};

export type ResponseApdu = { ok: true; data: Uint8Array; status: number } | CardFailure;
