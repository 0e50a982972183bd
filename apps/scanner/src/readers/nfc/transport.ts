import type { NdefRecord, TagTechnology } from "@scanhook/tags";
import type { NfcProblem } from "./problem.ts";

/** A tag that is held to the device. */
export type DetectedTag = {
  /**
   * The UID as the platform writes it, in either byte order; empty if the tag or the platform does
   * not give it.
   */
  uid: string;
  /** Undefined where the platform does not tell it, as browsers do not. */
  technology?: TagTechnology | undefined;
  /** The records written on the tag; none if it is blank. */
  records: readonly NdefRecord[];
};

export type TagListener = {
  onTag: (tag: DetectedTag) => void;
  /** A tag has no NDEF message or was moved away too soon; the platform does not say which. */
  onUnreadable: () => void;
  /**
   * The person closed the system's own sheet for tags, or it timed out. Browsers have no such
   * sheet.
   */
  onEnd?: () => void;
};

export type NfcResult = { ok: true } | { ok: false; problem: NfcProblem };

/**
 * Access to tags on this device. No function throws, and each call ends when its signal aborts. A
 * tag that is still in the field is served immediately, so it can be read, written and read back
 * while it is held.
 */
export type NfcTransport = {
  /**
   * Whether the system covers the page with its own sheet while it reads. The sheet then closes
   * after each tag.
   */
  coversPage: boolean;
  /**
   * Returns why this browser can never access tags, whatever a person does; undefined if it can.
   */
  findObstacle(): NfcProblem | undefined;
  /** Whether tags may be read without asking: `ask` means that a person should tap first. */
  queryPermission(): Promise<"granted" | "ask" | "denied">;
  /** Whether reading may start now: browsers ask for permission only after a tap. */
  mayStart(): boolean;
  /**
   * Calls back when the person changes the permission in the browser's settings. Returns a function
   * that stops it.
   */
  onPermissionChange(changed: () => void): () => void;
  /**
   * Reads every tag until the signal aborts. Resolves once reading has started, or with the reason
   * why it could not start.
   */
  listen(signal: AbortSignal, listener: TagListener): Promise<NfcResult>;
  /** Overwrites the next tag with the records. Resolves once that tag was written or refused. */
  write(signal: AbortSignal, records: readonly NdefRecord[]): Promise<NfcResult>;
  /**
   * The time that a lock may take; undefined for the default. The tag that was written may be moved
   * away and held again while the system shows its own sheet.
   */
  lockTimeoutMs?: number | undefined;
  /** Makes the next tag permanently read-only. */
  lock(signal: AbortSignal): Promise<NfcResult>;
};
