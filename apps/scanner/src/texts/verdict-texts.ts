import { verdict } from "./en/verdict.ts";

/** The texts of the panel that shows verdicts, which load with it. */
export const verdictTexts: typeof verdict = verdict;
