import { isAsking } from "./asking.ts";
import InHandBar from "./InHandBar.svelte";
import { learnFromOutcome, takeNextQuantity } from "./in-hand.svelte.ts";
import { speak } from "./speech.ts";
import VerdictPanel from "./VerdictPanel.svelte";

/** The parts of the tabs that scan for receivers that decide about scans. They load as one file. */
export const parts = {
  VerdictPanel,
  InHandBar,
  isAsking,
  learnFromOutcome,
  takeNextQuantity,
  speak,
};
