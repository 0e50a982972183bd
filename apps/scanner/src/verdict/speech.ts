import type { SettledOutcome } from "../outcome/scan-outcome.ts";
import { toSpokenText } from "./spoken-text.ts";

/** Reads a decision aloud where that is possible. A newer one interrupts it. */
export function speak(outcome: SettledOutcome): void {
  if (!("speechSynthesis" in globalThis)) return;
  const utterance = new SpeechSynthesisUtterance(toSpokenText(outcome));
  utterance.lang = document.documentElement.lang;
  speechSynthesis.cancel();
  speechSynthesis.speak(utterance);
}
