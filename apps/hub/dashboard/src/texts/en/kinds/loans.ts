import type { KindTexts } from "./check-in.ts";
import { count } from "./count.ts";
import { stock } from "./stock.ts";

const thingsAndPeople = count("thing or person", "things and people");

export const loans: KindTexts = {
  ...stock,
  choice: "Loans",
  choiceHint: "Who has what, and until when: tools, keys, laptops, books.",
  entries: thingsAndPeople,
  actions: {
    "lend-or-return": "lends, and takes back what is lent",
    lend: "lends",
    return: "takes back",
  },
  add: {
    ...stock.add,
    titleHint: "Such as Tool room. Phones and printed codes show it.",
    inbox: "Desks",
    inboxHint:
      "The phones at the desks send to an inbox. The register decides about every scan there.",
    newInbox: "A new inbox for the desks",
    newInboxTitle: (title) => `${title} desks`,
    inboxName: (register) => `${register} desks`,
  },
  inboxes: "Desks",
  pair: {
    choose: "Which desk is the phone for?",
    verdictsHere: "Scan a person and then a thing, and the loan appears here.",
  },
  setup: {
    ...stock.setup,
    empty: "Delete all things and people",
    emptyTitle: (name) => `Delete all things and people of “${name}”?`,
    emptyHint: "Their names also leave the journal. Scans stay.",
    emptied: "The things and people were deleted.",
    removeHint: "Its things, its people and its journal are deleted. Scans stay.",
  },
  bindings: {
    title: "Inboxes of the desks",
    hint: "The phones of a desk post to an inbox. Each scan there does what you choose here.",
  },
  codesHint:
    "A thing or person without a code gets a random one. Print the QR codes on sheets, or save the list.",
  rules: {
    ...stock.rules,
    closed: "Closed: nothing is lent, but things come back",
    textsHint:
      "Shown on phones instead of ours, as a Liquid template: {{ entry.label }} is yours. Empty fields keep ours.",
    stripPrefixHint: "Such as TOOL: where a label says TOOL:4711.",
  },
  list: {
    ...stock.list,
    title: "Things and people",
    search: "Search things and people",
    empty: "Nothing here yet. Add things and people with the buttons above.",
    more: "More things and people match. Search for a longer part of the name.",
  },
  journal: {
    ...stock.journal,
    none: "Nothing lent yet. Each scan of an inbox of this register appears here.",
  },
  entry: {
    ...stock.entry,
    facts: "Overview",
    attentionHint: "Phones show it at every scan.",
    noCodes: "No code yet. Only a search by name finds it.",
    edit: "Name and details",
    submit: "Save the details",
  },
  newEntry: {
    open: "Add things or people",
    submit: "Add",
    added: (number) => `${thingsAndPeople(number)} ${number === 1 ? "was" : "were"} added.`,
  },
  import: {
    ...stock.import,
    pasteHint:
      "Copy the cells of a spreadsheet and paste them here, or choose an export of another program. A column with the role tells people from things.",
    made: (number) =>
      number === 1
        ? "1 thing or person gets a random code."
        : `${number} things and people get a random code.`,
    role: "Column that says thing or person",
    conflicts: "several things or people",
    replace: "Block things that the list lacks",
    blocked: (number) =>
      `${number === 1 ? "1 thing that the list lacks" : `${number} things that the list lacks`} will be blocked.`,
    undoHint:
      "Things and people that it added are removed if nothing was ever lent, and the others get back what they had. Those that you have changed since stay as they are.",
  },
  displays: {
    ...stock.displays,
    hint: "A page for a tablet or a monitor at a desk: what was lent last. Whoever has its link sees it, without a log-in.",
    names: "Show the names of things",
  },
};
