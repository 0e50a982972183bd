import type { DifferenceKind } from "../../../../src/registers/compare-round.ts";

const kinds: Record<DifferenceKind, string> = {
  found: "As expected",
  different: "More or less",
  elsewhere: "Expected elsewhere",
  new: "New",
  missing: "Missing",
  disputed: "Counted differently",
};

/** The texts about rounds. They load with the registers. */
export const texts = {
  kinds,
  title: "Rounds",
  hint: "A round counts what is on the shelves. Phones whose inbox counts take part; nothing is booked before you apply the differences.",
  none: "No rounds yet.",
  begin: "Begin a round",
  blind: "Blind",
  blindHint: "Nobody who counts sees how much is expected.",
  recount: "Compare several people",
  recountHint: "What each person counted is compared, not added up.",
  begun: "The round begins.",
  name: (id: number) => `Round ${id}`,
  goingOn: (counted: number, visited: number, places: number) =>
    `going on: ${counted.toLocaleString()} ${counted === 1 ? "article" : "articles"} counted at ${visited} of ${places} places`,
  ended: (differences: number) =>
    differences === 0
      ? "ended: no differences"
      : `ended: ${differences.toLocaleString()} ${differences === 1 ? "difference" : "differences"}`,
  applied: "applied",
  comparing: "being compared with the register; end it again if the hub was stopped meanwhile",
  unbooked: (differences: number) =>
    differences === 1
      ? "1 difference is not booked, because the article was counted again since the end."
      : `${differences.toLocaleString()} differences are not booked, because the articles were counted again since the end.`,
  end: "End the round",
  endTitle: "End the round?",
  endText: (visited: number, places: number) =>
    `${visited} of ${places} places were scanned. Nothing is said about the others. Later counts no longer belong to this round.`,
  endDone: "The round has ended.",
  back: "Back to the register",
  differences: "Differences",
  show: "Show",
  all: "All differences",
  everything: "Everything",
  noDifferences: "Everything is as expected.",
  noneOfKind: "None of this kind.",
  article: "Article",
  counted: "Counted",
  booked: "Expected",
  delta: "Difference",
  more: "Only the first 500 are shown. Export the list to see all.",
  apply: "Apply the differences",
  applyTitle: "Apply the differences?",
  applyText:
    "What differs is booked as movements, each with its article and place. You can take all of them back at once.",
  applyDone: (movements: number) =>
    movements === 1
      ? "1 difference was booked."
      : `${movements.toLocaleString()} differences were booked.`,
  takeBack: "Take back",
  takeBackTitle: "Take the differences back?",
  takeBackText:
    "Every movement of this round is undone by another one. What was booked since stays.",
  takeBackDone: (movements: number) =>
    movements === 1
      ? "1 movement was taken back."
      : `${movements.toLocaleString()} movements were taken back.`,
  csv: "Export CSV",
  xlsx: "Export XLSX",
  jsonl: "Export JSON Lines",
};
