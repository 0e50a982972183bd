import type { Action, KindName } from "../../../../src/registers/register.ts";

const count = (one: string, many: string) => (number: number) =>
  number === 1 ? `1 ${one}` : `${number.toLocaleString()} ${many}`;

const checkIn = {
  choice: "Check-in",
  choiceHint: "Who comes in: guests, members, staff.",
  entries: count("guest", "guests"),
  /** The actions of scans, as verbs. */
  actions: { in: "checks in", out: "checks out", toggle: "checks in or out in turn" } as Partial<
    Record<Action, string>
  >,
  add: {
    titleHint: "Such as Summer party. Phones and printed codes show it.",
    inbox: "Doors",
    inboxHint:
      "The phones at the doors send to an inbox. The register decides about every scan there.",
    newInbox: "A new inbox for the doors",
    newInboxTitle: (title: string) => `${title} doors`,
    inboxName: (register: string) => `${register} doors`,
  },
  inboxes: "Doors",
  pair: {
    choose: "Which door is the phone for?",
    verdictsHere: "Scan a ticket, and its verdict appears here.",
  },
  setup: {
    end: "After the event",
    empty: "Delete all guests",
    emptyTitle: (name: string) => `Delete all guests of “${name}”?`,
    emptyHint: "Their names also leave the journal. Counts and scans stay.",
    emptied: "The guests were deleted.",
    removeHint: "Its guests and its journal are deleted. Scans stay.",
  },
  bindings: {
    title: "Inboxes of the doors",
    hint: "The phones of a door post to an inbox. Each scan there does what you choose here.",
  },
  codesHint:
    "A guest without a code gets a random one that nobody can guess. Print the QR codes on sheets, or save the list for a mail merge.",
  rules: {
    closed: "Closed: nobody comes in",
    choosesShown: "Choose which details the door sees",
    shows: "Details that the door sees",
    textsHint:
      "Shown at the door instead of ours, as a Liquid template: Welcome {{ entry.label }}. Empty fields keep ours.",
    stripPrefixHint: "Such as TICKET: where a ticket says TICKET:T-0001.",
  },
  list: {
    title: "Guests",
    search: "Search guests",
    none: "No guest matches.",
    empty: "No guests yet. Import your list with the button above.",
    more: "More guests match. Search for a longer part of the name.",
  },
  journal: {
    title: "Verdicts",
    label: "Verdicts, newest first",
    none: "No verdict yet. Each scan of an inbox of this register appears here.",
  },
  entry: {
    facts: "About this guest",
    attention: "Note for the door",
    attentionHint: "The door sees it before the guest comes in.",
    noCodes: "No code yet. Only a search by name finds this guest.",
    edit: "Edit the guest",
    submit: "Save the guest",
  },
  newEntry: { open: "Add a guest", submit: "Add the guest" },
  importOpen: "Import guests",
  import: {
    pasteHint:
      "Copy the cells of a spreadsheet and paste them here. One line for each guest is enough.",
    shown: "What the door sees",
    made: (number: number) =>
      number === 1 ? "1 guest gets a random code." : `${number} guests get a random code.`,
    replace: "Block guests that the list lacks",
    blocked: (number: number) =>
      `${number === 1 ? "1 guest whom the list lacks" : `${number} guests whom the list lacks`} will be blocked.`,
    undoHint:
      "Guests whom it added are removed, and the others get back what they had. Guests whom you have changed since, or who came in or out, stay as they are.",
  },
  displays: {
    title: "Door displays",
    hint: "A page for a tablet or a monitor at a door: who is inside, and the last verdict. Whoever has its link sees it, without a log-in.",
    door: "Door",
    allDoors: "All doors",
    names: "Show the names of guests",
    once: "Scan the code with the tablet at the door, or open the link there. It is shown only now.",
  },
};

/** The texts that differ between the kinds of registers. */
export type KindTexts = typeof checkIn;

const stock: KindTexts = {
  choice: "Stock",
  choiceHint: "How much is where: parts, tools, food, books.",
  entries: count("entry", "entries"),
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
  newEntry: { open: "Add entries", submit: "Add" },
  importOpen: "Import a list",
  import: {
    pasteHint:
      "Copy the cells of a spreadsheet and paste them here, or choose an export of Homebox, Snipe-IT, Grocy or InvenTree. Lines about the same article at several places belong together.",
    shown: "What phones see",
    made: (number: number) =>
      number === 1 ? "1 entry gets a random code." : `${number} entries get a random code.`,
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

const loans: KindTexts = {
  ...stock,
  choice: "Loans",
  choiceHint: "Who has what, and until when: tools, keys, laptops, books.",
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
    emptyHint: "Things and people are deleted, and their names leave the journal. Scans stay.",
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
  },
  journal: {
    ...stock.journal,
    none: "Nothing lent yet. Each scan of an inbox of this register appears here.",
  },
  newEntry: { open: "Add things or people", submit: "Add" },
  import: {
    ...stock.import,
    pasteHint:
      "Copy the cells of a spreadsheet and paste them here, or choose an export of another program. A column with the role tells people from things.",
    replace: "Block things that the list lacks",
    blocked: (number) =>
      `${number === 1 ? "1 thing that the list lacks" : `${number} things that the list lacks`} will be blocked.`,
    undoHint:
      "Entries that it added are removed if they were never lent, and the others get back what they had. Entries that you have changed since stay as they are.",
  },
  displays: {
    ...stock.displays,
    hint: "A page for a tablet or a monitor at a desk: what was lent last. Whoever has its link sees it, without a log-in.",
    names: "Show the names of things",
  },
};

const inspection: KindTexts = {
  ...loans,
  choice: "Inspection",
  choiceHint:
    "What was checked, when, and with what result: extinguishers, ladders, machines, rooms.",
  entries: count("thing", "things"),
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
  },
  journal: {
    ...stock.journal,
    none: "Nothing inspected yet. Each scan of an inbox of this register appears here.",
  },
  newEntry: { open: "Add things", submit: "Add" },
  import: {
    ...loans.import,
    pasteHint:
      "Copy the cells of a spreadsheet and paste them here, or choose an export of another program.",
    undoHint:
      "Things that it added are removed if they were never inspected, and the others get back what they had. Things that you have changed since stay as they are.",
  },
  displays: {
    ...stock.displays,
    hint: "A page for a tablet or a monitor: what was inspected last. Whoever has its link sees it, without a log-in.",
    names: "Show the names of things",
  },
};

/** The texts of each kind of registers. They load with the registers. */
export const kindTexts: Readonly<Record<KindName, KindTexts>> = {
  "check-in": checkIn,
  stock,
  loans,
  inspection,
};
