// The fake NFC hardware as both sides see it: the stories and the stand-in in the page.
import type { WebNfcRecordInit } from "../../apps/scanner/src/readers/nfc/web-nfc-types.ts";

export type FakeTag = {
  /**
   * As Chrome reports it: lower case, with ISO 15693 least significant byte first; empty for none.
   */
  serialNumber?: string;
  /** Undefined for a formatted but blank tag. */
  records?: WebNfcRecordInit[];
  /** False for a tag without NDEF, such as a bank card. */
  ndef?: boolean;
  /** The size of the longest message that fits, in bytes. */
  capacity?: number;
  locked?: boolean;
  /** False when the tag cannot be made read-only. */
  lockable?: boolean;
  /** The operation in which the tag leaves the field. */
  loseAt?: "read" | "write" | "lock";
  /** Damages the next message that is written. */
  corruptNextWrite?: boolean;
};

export type FakePhone = {
  permission: "granted" | "prompt" | "denied";
  /** The user's reply to the question for permission; `prompt` closes the question. */
  answer: "granted" | "prompt" | "denied";
  nfc: "on" | "off" | "missing" | "busy";
};

/** The stand-in for the hardware in the page. */
export type FakeNfc = {
  place(tag: FakeTag | undefined): void;
  /** The tag in the field, with its written records. */
  readonly tag: FakeTag | undefined;
  change(phone: Partial<FakePhone>): void;
  /** The number of running scans. */
  readonly scans: number;
};
