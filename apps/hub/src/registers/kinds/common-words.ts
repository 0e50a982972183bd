import { formatTime } from "../format-time.ts";
import type { Code } from "../verdict.ts";
import type { ReplyParts } from "./kind.ts";

/** The words of verdicts that all kinds have. */
export const commonWords = {
  closed: "CLOSED",
  unknown: "UNKNOWN",
  ambiguous: "AMBIGUOUS",
  blocked: "BLOCKED",
  unsigned: "NO SIGNATURE",
  "not-genuine": "NOT GENUINE",
  "seen-before": "SEEN BEFORE",
  "no-key": "NO KEY",
  undone: "UNDONE",
  "no-such-movement": "NOTHING TO UNDO",
  "nothing-to-undo": "NOTHING TO UNDO",
  "changed-since": "CHANGED SINCE",
} as const satisfies Partial<Record<Code, string>>;

/** The sentences of verdicts that are the same in all kinds. */
export const commonSentences = {
  closed: (_: string, { register }: ReplyParts) => `${register.title ?? register.name} is closed.`,
  unknown: () => "This code is not on the list.",
  ambiguous: () => "This scan fits two entries of the list.",
  blocked: (name: string) => `${name} is blocked.`,
  unsigned: () => "This is no tag of this list: its link has no signature.",
  "not-genuine": () => "The signature of this tag is not right: it may be a copy.",
  "seen-before": (_: string, { told: { seen }, now }: ReplyParts) => {
    const place = seen === undefined ? "" : ` (${formatTime(seen.at, now)}, ${seen.door})`;
    return `This reading of the tag was used before${place}. Hold the tag to the reader again.`;
  },
  "no-key": () => "The hub cannot open the key of its tags; its log says why.",
  "no-such-movement": () => "There is no such movement in this register.",
};

/** The words and sentences of the kinds that ask questions. */
export const askingWords = {
  "answered-already": "ANSWERED",
  "ask-over": "TOO LATE",
} as const satisfies Partial<Record<Code, string>>;

export const askingSentences = {
  "answered-already": () => "These questions have been answered already.",
  "ask-over": () => "The time to answer is over: scan again.",
};
