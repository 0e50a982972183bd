import { isAsking } from "./asking.ts";
import Bars from "./Bars.svelte";
import { followOutcome } from "./follow-outcome.ts";
import { takeNextQuantity } from "./in-hand.svelte.ts";
import { learnFromAnswer } from "./learn-from-answer.ts";
import VerdictPanel from "./VerdictPanel.svelte";

/** The parts of the tabs that scan for receivers that decide about scans. They load as one file. */
export const parts = {
  VerdictPanel,
  Bars,
  isAsking,
  learnFromAnswer,
  takeNextQuantity,
  followOutcome,
};
