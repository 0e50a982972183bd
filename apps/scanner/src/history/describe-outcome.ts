import type { Verdict } from "@scanhook/webhook";
import { explainFailure } from "../outcome/explain-failure.ts";
import type { SettledOutcome } from "../outcome/scan-outcome.ts";
import { outcomeTitle } from "../outcome/title.ts";
import { moreTexts } from "../texts/more-texts.ts";
import type { AnyIconName } from "../ui/more-icons.ts";
import type { EntryState, HistoryEntry } from "./entry.ts";

/**
 * The presentation of an outcome: an icon, one or two words for a list, and a sentence for the page
 * of the scan.
 */
export type OutcomeDescription = {
  icon: AnyIconName;
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
      icon: "unknown",
      tone: "warn",
      short,
      sentence: `${history.long.unchecked} ${state.reason}`,
    };
  switch (state.kind) {
    case "accepted":
      if (state.verdict) return describeVerdict(state.verdict);
      return state.reply?.warning
        ? { icon: "warning", tone: "warn", short, sentence: history.long.warning(state.status) }
        : { icon: "check", tone: "ok", short, sentence: history.long.accepted(state.status) };
    case "refused":
      return {
        icon: "cross",
        tone: "bad",
        short: `${short} (${state.status})`,
        ...explain(state),
      };
    case "unreachable":
      return { icon: "cross", tone: "bad", short, ...explain(state) };
    case "off": {
      const name = source === "nfc" ? webhook.sendNfc : webhook.sendCodes;
      return { icon: "off", tone: "muted", short, sentence: history.long.off(name) };
    }
    case "not-configured":
      return { icon: "off", tone: "muted", short, sentence: history.long["not-configured"] };
    case "sending":
      return { icon: "wait", tone: "muted", short, sentence: history.long.sending };
    case "forgotten":
      return { icon: "off", tone: "muted", short, sentence: history.long.forgotten };
    case "unknown":
      return { icon: "warning", tone: "warn", short, sentence: history.long.unknown };
  }
}

function explain(outcome: Extract<SettledOutcome, { reason: string }>) {
  const { plain, details } = explainFailure(outcome)!;
  return { sentence: plain, details };
}

const verdictLooks = {
  yes: { icon: "check", tone: "ok" },
  look: { icon: "warning", tone: "warn" },
  no: { icon: "cross", tone: "bad" },
  ask: { icon: "unknown", tone: "warn" },
} as const;

function describeVerdict({ result, code, word }: Verdict): OutcomeDescription {
  const sentence = moreTexts.history.long.verdict(word);
  if (code === "undone") return { icon: "off", tone: "muted", short: word, sentence };
  return { ...verdictLooks[result], short: word, sentence };
}
