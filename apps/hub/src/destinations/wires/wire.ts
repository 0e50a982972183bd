import type { Socket } from "node:net";
import type { Message, Outcome, Secrets, Settings } from "../kind.ts";

/** The parts of a destination that a wire needs besides the message. */
export type WireContext = {
  destinationId: number;
  settings: Settings;
  secrets: Secrets;
  /** The destination may be at a private or loopback address. */
  allowPrivate: boolean;
  /** Aborted when time is up or the hub closes. */
  signal: AbortSignal;
};

/** One way out of the hub: a protocol, or files. */
export type Wire<Via extends Message["via"]> = {
  /** Sends a message and returns its outcome. Never throws. */
  send(message: Extract<Message, { via: Via }>, context: WireContext): Promise<Outcome>;
  /** Closes the connections or files of a destination that was changed or removed. */
  forget(destinationId: number): void;
  close(): Promise<void>;
};

/**
 * Opens a TCP connection that the egress guard allows. Rejects with an Error whose message is one
 * sentence.
 */
export type Dial = (
  host: string,
  port: number,
  grant: { allowPrivate: boolean },
  signal?: AbortSignal,
) => Promise<Socket>;
