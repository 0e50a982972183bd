import type { Verdict } from "@scanhook/webhook";
import { type Cue, toCue } from "../outcome/cue.ts";
import type { SettledOutcome } from "../outcome/scan-outcome.ts";
import { settings } from "../settings.svelte.ts";
import { speak } from "./speech.ts";

/** Plays cues, as `scanning/feedback.ts` does. */
type CuePlayer = { give(cue: Cue, wanted: { sound: boolean; vibration: boolean }): void };

let player: CuePlayer | undefined;

/** Remembers what plays the cues of later verdicts, which are about answers. */
export function rememberPlayer(next: CuePlayer): void {
  player = next;
}

/** Reads an outcome aloud if the person wants that, after `next` has played its cue. */
export function followOutcome(outcome: SettledOutcome, next: CuePlayer): void {
  rememberPlayer(next);
  if (settings.speak) speak(outcome);
}

/** Plays the cue of a verdict about answers, and reads it aloud. */
export function giveVerdict(verdict: Verdict): void {
  const outcome = { kind: "accepted", status: 200, verdict } as const;
  player?.give(toCue(outcome)!, settings);
  if (settings.speak) speak(outcome);
}
