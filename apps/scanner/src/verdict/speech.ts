import { pageLanguage } from "@scanhook/texts/reader";
import type { SettledOutcome } from "../outcome/scan-outcome.ts";
import { voice } from "../platform/voice.ts";
import { toSpokenText } from "./spoken-text.ts";

/** Reads an outcome aloud where that is possible. A newer one interrupts it. */
export function speak(outcome: SettledOutcome): void {
  voice?.speak(toSpokenText(outcome), pageLanguage());
}
