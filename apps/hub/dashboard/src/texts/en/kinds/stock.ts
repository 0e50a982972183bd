import type { KindTexts } from "./check-in.ts";
import { count } from "./count.ts";

const entries = count("entry", "entries");

export const stock: KindTexts = {
  choice: "Stock",
  choiceHint: "How much is where: parts, tools, food, books.",
  entries,
  actions: { count: "counts", add: "adds", remove: "removes", move: "moves" },
  add: {
    titleHint: "Such as Storeroom. Phones and printed codes show it.",
    inbox: "Phones",
    inboxHint: "The phones send to an inbox. The register books every scan there.",
    newInbox: "A new inbox for the phones",
    newInboxTitle: (title) => `${title} phones`,
    inboxName: (register) => `${register} phones`,
  },
  inboxes: "Phones",
  pair: {
    choose: "What is the phone for?",
    verdictsHere: "Scan a place and then an article, and what was booked appears here.",
  },
  setup: {
    end: "Start over",
    empty: "Delete all entries",
    emptyTitle: (name) => `Delete all entries of “${name}”?`,
    emptyHint:
      "Articles, places and number cards are deleted, and their names leave the journal. Scans stay.",
    emptied: "The entries were deleted.",
    removeHint: "Its entries and its journal are deleted. Scans stay.",
  },
  bindings: {
    title: "Inboxes of the phones",
    hint: "Phones post to an inbox. Each scan there does what you choose here, so make an inbox for each of counting, adding, removing and moving.",
  },
  codesHint:
    "An entry without a code gets a random one. Print the QR codes of shelves and number cards on sheets, or save the list.",
  rules: {
    closed: "Closed: nothing is booked",
    choosesShown: "Choose which details phones see",
    shows: "Details that phones see",
    textsHint:
      "Shown on phones instead of ours, as a Liquid template: {{ entry.label }} is booked. Empty fields keep ours.",
    stripPrefixHint: "Such as ITEM: where a label says ITEM:4711.",
  },
  list: {
    title: "Entries",
    search: "Search entries",
    none: "Nothing matches.",
    empty:
      "Nothing here yet. Add places and articles with the buttons above, or scan: new codes become articles to be named.",
    more: "More entries match. Search for a longer part of the name.",
  },
  journal: {
    title: "Journal",
    label: "Journal, newest first",
    none: "Nothing booked yet. Each scan of an inbox of this register appears here.",
  },
  entry: {
    facts: "About this entry",
    attention: "Note",
    attentionHint: "Phones show it whenever the entry is scanned.",
    noCodes: "No code yet. Only a search by name finds this entry.",
    edit: "Edit the entry",
    submit: "Save the entry",
  },
  newEntry: {
    open: "Add entries",
    submit: "Add",
    added: (number) => (number === 1 ? "1 entry was added." : `${entries(number)} were added.`),
  },
  importOpen: "Import a list",
  import: {
    pasteHint:
      "Copy the cells of a spreadsheet and paste them here, or choose an export of Homebox, Snipe-IT, Grocy or InvenTree. Lines about the same article at several places belong together.",
    shown: "What phones see",
    made: (number: number) =>
      number === 1 ? "1 entry gets a random code." : `${number} entries get a random code.`,
    role: "Column that says article, place or number",
    conflicts: "several entries",
    replace: "Block articles that the list lacks",
    blocked: (number: number) =>
      `${number === 1 ? "1 article that the list lacks" : `${number} articles that the list lacks`} will be blocked.`,
    undoHint:
      "Entries that it added are removed if nothing was ever booked of or at them, and the others get back what they had. Entries that you have changed since stay as they are, and so do the quantities that it counted.",
  },
  displays: {
    title: "Displays",
    hint: "A page for a tablet or a monitor: what was booked last. Whoever has its link sees it, without a log-in.",
    door: "Scans of",
    allDoors: "All users",
    names: "Show the names of articles",
    once: "Scan the code with the tablet, or open the link there. It is shown only now.",
  },
};
