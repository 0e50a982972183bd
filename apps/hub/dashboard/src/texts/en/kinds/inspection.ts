import type { KindTexts } from "./check-in.ts";
import { count } from "./count.ts";
import { loans } from "./loans.ts";
import { stock } from "./stock.ts";

const things = count("thing", "things");

export const inspection: KindTexts = {
  ...loans,
  choice: "Inspection",
  choiceHint:
    "What was checked, when, and with what result: extinguishers, ladders, machines, rooms.",
  entries: things,
  actions: { inspect: "inspects" },
  add: {
    ...stock.add,
    titleHint: "Such as Fire safety. Phones and reports show it.",
    inboxHint:
      "The phones send to an inbox. The register asks the checklist after every scan there.",
  },
  inboxes: "Phones",
  pair: {
    choose: "Who is the phone for?",
    verdictsHere: "Scan a thing and answer its checklist, and the result appears here.",
  },
  setup: {
    ...stock.setup,
    empty: "Delete all things",
    emptyTitle: (name) => `Delete all things of “${name}”?`,
    emptyHint:
      "Things and their answers are deleted, and their names leave the journal. Scans stay.",
    emptied: "The things were deleted.",
    removeHint: "Its things and its journal are deleted. Scans stay.",
  },
  bindings: {
    title: "Inboxes of the phones",
    hint: "Phones post to an inbox. Each scan there asks the checklist of the thing.",
  },
  codesHint:
    "A thing without a code gets a random one. Print the QR codes on sheets, or save the list.",
  rules: {
    ...stock.rules,
    closed: "Closed: nothing is inspected",
    textsHint:
      "Shown on phones instead of ours, as a Liquid template: {{ entry.label }} is fine. Empty fields keep ours.",
    stripPrefixHint: "Such as FIRE: where a label says FIRE:4711.",
  },
  list: {
    ...stock.list,
    title: "Things",
    search: "Search things",
    empty: "Nothing here yet. Add things with the buttons above.",
    more: "More things match. Search for a longer part of the name.",
  },
  journal: {
    ...stock.journal,
    none: "Nothing inspected yet. Each scan of an inbox of this register appears here.",
  },
  newEntry: {
    open: "Add things",
    submit: "Add",
    added: (number) => (number === 1 ? "1 thing was added." : `${things(number)} were added.`),
  },
  import: {
    ...loans.import,
    pasteHint:
      "Copy the cells of a spreadsheet and paste them here, or choose an export of another program.",
    made: (number) => `${number === 1 ? "1 thing gets" : `${number} things get`} a random code.`,
    conflicts: "several things",
    undoHint:
      "Things that it added are removed if they were never inspected, and the others get back what they had. Things that you have changed since stay as they are.",
  },
  displays: {
    ...stock.displays,
    hint: "A page for a tablet or a monitor: what was inspected last. Whoever has its link sees it, without a log-in.",
    names: "Show the names of things",
  },
};
