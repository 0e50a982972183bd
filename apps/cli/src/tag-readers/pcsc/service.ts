import type { CardFailure } from "../card-readers.ts";

/** The state of one reader, as the PC/SC service reports it. */
export type ReaderState = {
  reader: string;
  /** `mute`: a card that does not respond. */
  card: "none" | "mute" | "present";
  /**
   * The number of insertions and removals, if the service counts them. Reveals a card that was
   * swapped quickly.
   */
  changes: number;
};

export type ServiceEvent =
  | { kind: "state"; state: ReaderState }
  | { kind: "reader-gone"; reader: string }
  /** The service has ended. This connection to it cannot be used any more. */
  | { kind: "lost"; reason: string };

/** One connection to the PC/SC service. */
export type Service = {
  /** `direct` connects to the reader itself, with or without a card. */
  connect(reader: string, mode: "shared" | "direct"): Promise<ConnectResult>;
  stop(): void;
};

export type ConnectResult = { ok: true; connection: Connection } | CardFailure;

/** One connection to a card or reader. The caller of `connect` must disconnect it. */
export type Connection = {
  atr: Uint8Array;
  transmit(command: Uint8Array): Promise<TransmitResult>;
  /** Sends an escape command to the reader itself. Some drivers on Linux refuse it. */
  control(command: Uint8Array): Promise<TransmitResult>;
  /** Disconnects and leaves the card in its state. */
  disconnect(): Promise<void>;
};

export type TransmitResult = { ok: true; bytes: Uint8Array } | CardFailure;

/**
 * Connects to the PC/SC service. Resolves when the service has responded or failed. If `final` is
 * set, no later attempt can succeed in this process.
 */
export type OpenService = (onEvent: (event: ServiceEvent) => void) => Promise<OpenResult>;

export type OpenResult =
  | { ok: true; service: Service }
  | { ok: false; reason: string; final: boolean };
