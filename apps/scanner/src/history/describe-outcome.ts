import * as icons from "@scanhook/page-parts/icons";
import type { Verdict } from "@scanhook/webhook";
import { explainFailure } from "../outcome/explain-failure.ts";
import type { SettledOutcome } from "../outcome/scan-outcome.ts";
import { outcomeTitle } from "../outcome/title.ts";
import { moreTexts } from "../texts/more.ts";
import type { EntryState, HistoryEntry } from "./entry.ts";

/**
 * The presentation of an outcome: an icon, one or two words for a list, and a sentence for the page
 * of the scan.
 */
export type OutcomeDescription = {
  /** A drawing of icons.ts. */
  icon: string;
  tone: "ok" | "bad" | "warn" | "muted";
  short: string;
  sentence: string;
  /** The technical reason, for the person who runs the receiver. */
  details?: string | undefined;
};

/** Describes the outcome of a scan. */
export function describeOutcome(
  state: EntryState,
  source: HistoryEntry["source"],
): OutcomeDescription {
  const { history, webhook } = moreTexts;
  const short =
    state.kind === "refused" || state.kind === "unreachable"
      ? outcomeTitle(state)
      : history.short[state.kind];
  if ("unchecked" in state && state.unchecked && "reason" in state)
    return {
      icon: icons.unknown,
      tone: "warn",
      short,
      sentence: `${history.long.unchecked} ${state.reason}`,
    };
  switch (state.kind) {
    case "accepted":
      if (state.verdict) return describeVerdict(state.verdict);
      return state.reply?.warning
        ? {
            icon: icons.warning,
            tone: "warn",
            short,
            sentence: history.long.warning({ status: state.status }),
          }
        : {
            icon: icons.check,
            tone: "ok",
            short,
            sentence: history.long.accepted({ status: state.status }),
          };
    case "refused":
      return {
        icon: icons.cross,
        tone: "bad",
        short: `${short} (${state.status})`,
        ...explain(state),
      };
    case "unreachable":
      return { icon: icons.cross, tone: "bad", short, ...explain(state) };
    case "off": {
      const name = source === "nfc" ? webhook.sendNfc : webhook.sendCodes;
      return {
        icon: icons.off,
        tone: "muted",
        short,
        sentence: history.long.off({ source: name }),
      };
    }
    case "not-configured":
      return { icon: icons.off, tone: "muted", short, sentence: history.long["not-configured"] };
    case "sending":
      return { icon: icons.wait, tone: "muted", short, sentence: history.long.sending };
    case "forgotten":
      return { icon: icons.off, tone: "muted", short, sentence: history.long.forgotten };
    case "unknown":
      return { icon: icons.warning, tone: "warn", short, sentence: history.long.unknown };
  }
}

function explain(outcome: Extract<SettledOutcome, { reason: string }>) {
  const { plain, details } = explainFailure(outcome)!;
  return { sentence: plain, details };
}

const verdictLooks = {
  yes: { icon: icons.check, tone: "ok" },
  look: { icon: icons.warning, tone: "warn" },
  no: { icon: icons.cross, tone: "bad" },
  ask: { icon: icons.unknown, tone: "warn" },
} as const;

function describeVerdict({ result, code, word }: Verdict): OutcomeDescription {
  const sentence = moreTexts.history.long[result === "ask" ? "asks" : "verdict"]({ word });
  if (code === "undone") return { icon: icons.off, tone: "muted", short: word, sentence };
  return { ...verdictLooks[result], short: word, sentence };
}
