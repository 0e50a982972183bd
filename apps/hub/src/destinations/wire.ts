import type { Socket } from "node:net";
import type { Message, Outcome, Secrets, Settings } from "./kind.ts";

/** What a wire knows of a destination besides the message. */
export type WireContext = {
  destination: number;
  settings: Settings;
  secrets: Secrets;
  /** May be at a private or loopback address. */
  allowPrivate: boolean;
  /** Aborted when time is up or the hub stops. */
  signal: AbortSignal;
};

/** One way out of the hub. */
export type Wire<Via extends Message["via"]> = {
  /** Never throws: whatever happens is the outcome. */
  send(message: Extract<Message, { via: Via }>, context: WireContext): Promise<Outcome>;
  /** Lets go what is kept open for a destination that changed or is gone. */
  forget(destination: number): void;
  close(): Promise<void>;
};

/** A TCP connection that the egress guard allows; rejects with an Error whose message is a sentence. */
export type Dial = (
  host: string,
  port: number,
  grant: { allowPrivate: boolean },
  signal?: AbortSignal,
) => Promise<Socket>;
