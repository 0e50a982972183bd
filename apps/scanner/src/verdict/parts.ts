import { isAsking } from "./asking.ts";
import InHandBar from "./InHandBar.svelte";
import { learnFromOutcome, takeNextQuantity } from "./in-hand.svelte.ts";
import { speak } from "./speech.ts";
import VerdictPanel from "./VerdictPanel.svelte";

/** What the tabs that scan need once a receiver decides about scans. It loads as one file. */
export const parts = {
  VerdictPanel,
  InHandBar,
  isAsking,
  learnFromOutcome,
  takeNextQuantity,
  speak,
};
