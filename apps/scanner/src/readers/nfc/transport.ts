import type { NdefRecord } from "@scanhook/tags";
import type { NfcProblem } from "./problem.ts";

/** A tag that is held to the device. */
export type SeenTag = {
  /** Its UID as the platform writes it, in whichever order; empty when the tag or the platform does not tell. */
  uid: string;
  /** What is written on it; none when it is blank. */
  records: readonly NdefRecord[];
};

export type Listener = {
  onTag: (tag: SeenTag) => void;
  /** A tag is there, but it holds no NDEF message, or was moved away too soon: the platform does not say which. */
  onUnreadable: () => void;
  /** The person closed the system's own sheet for tags, or it was open for too long. Browsers have none. */
  onEnd?: () => void;
};

export type NfcDone = { ok: true } | { ok: false; problem: NfcProblem };

/**
 * The way to tags on this device. Nothing here throws, and each call ends when its signal does. A tag that is still in
 * the field is served at once: so it can be read, written and read back while it is held.
 */
export type NfcTransport = {
  /** While it reads, the system's own sheet lies over the page: so it closes after each tag. */
  coversPage: boolean;
  /** What keeps this browser from tags whatever a person does; undefined when nothing does. */
  missing(): NfcProblem | undefined;
  /** Whether tags may be read without asking: `ask` means that a person should tap first. */
  permission(): Promise<"granted" | "ask" | "denied">;
  /** Whether reading may begin right now: browsers ask only after a tap. */
  mayStart(): boolean;
  /** Calls back when the person changes the permission in the browser's settings. Returns how to stop. */
  followPermission(changed: () => void): () => void;
  /** Reads every tag until the signal ends; resolves when it began, or with why it did not. */
  listen(signal: AbortSignal, listener: Listener): Promise<NfcDone>;
  /** Writes the records to the next tag, over what is on it; resolves when that tag was written, or refused. */
  write(signal: AbortSignal, records: readonly NdefRecord[]): Promise<NfcDone>;
  /** Makes the next tag read-only, for ever. */
  lock(signal: AbortSignal): Promise<NfcDone>;
};
