import { lazyTexts } from "@scanhook/texts/lazy-texts";
import type { Verdict } from "./types/verdict.ts";

/**
 * The texts of the panel that shows what a receiver decided, and of its questions. The words of the
 * verdict itself come from the receiver.
 */
export const { verdict: verdictTexts, answers: answerTexts } = lazyTexts<Verdict>(
  import.meta.glob("./*/verdict.json", { import: "default" }),
  ["verdict", "answers"],
);
