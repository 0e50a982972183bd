import type { EntryRecord } from "../../../../src/store/registers.ts";

const roles: Record<NonNullable<EntryRecord["role"]> | "article", string> = {
  article: "Article",
  place: "Place",
  number: "Number card",
  person: "Person",
};

/** The texts that only registers of the kind stock need. They load with the registers. */
export const texts = {
  roles,
  filter: "Show",
  filters: {
    article: "Articles",
    place: "Places",
    number: "Number cards",
    unnamed: "To be named",
    low: "Below minimum",
  },
  acts: { count: "Count", add: "Add", remove: "Remove", move: "Move" },
  at: (quantity: string, place: string) => `${quantity} at ${place}`,
  noPlace: "no place",
  nowhere: "none in stock",
  minimum: (quantity: string) => `minimum ${quantity}`,
  low: "below minimum",
  unnamed: "to be named",
  entry: {
    total: "in all",
    where: "Where it is",
    place: "Place",
    quantity: "Quantity",
    last: "Last booked",
    counted: (when: string) => `counted ${when}`,
    contents: "What is here",
    noContents: "Nothing is booked here.",
    card: "The next article counts as",
    role: "What it is",
    unit: "Unit",
    unitHint: "Such as kg. Leave this empty for pieces.",
    minimum: "Minimum",
    minimumHint: "Less than this in all is reported. Leave this empty for none.",
    recalled: "Recalled lots",
    recalledHint: "One in each line. Scans of these lots are refused.",
    amount: "Number on the card",
    unnamedTitle: "This article has no name yet",
    unnamedHint: "The scan of an unknown code added it. Give it a name, and phones show that.",
    nameIt: "Save the name",
  },
  book: {
    title: "Book by hand",
    action: "Action",
    quantity: "Quantity",
    quantityIn: (unit: string) => `Quantity in ${unit}`,
    countHint: "How much is there now.",
    place: "Place",
    to: "To",
    from: "From",
    anywhere: "Where it is",
    choose: "Choose a place",
    none: "No place",
    search: "Search places",
    submit: "Book",
    anyway: "Book it anyway",
  },
  journal: {
    add: (quantity: string, place?: string) =>
      `${quantity} added${place === undefined ? "" : ` to ${place}`}`,
    remove: (quantity: string, place?: string) =>
      `${quantity} removed${place === undefined ? "" : ` from ${place}`}`,
    move: (quantity: string, place?: string, from?: string) =>
      `${quantity} moved${from === undefined ? "" : ` from ${from}`}${place === undefined ? "" : ` to ${place}`}`,
    count: (change: string, place?: string) =>
      `counted${place === undefined ? "" : ` at ${place}`}, ${change}`,
    counted: (quantity: string) => `${quantity} counted in a round`,
    countedLess: (quantity: string) => `${quantity} less counted in a round`,
    round: (id: number) => `Round ${id}`,
    more: (quantity: string) => `${quantity} more`,
    less: (quantity: string) => `${quantity} less`,
    same: "as before",
    undo: (change: string, place?: string) =>
      place === undefined ? change : `${change} at ${place}`,
    lot: (lot: string) => `lot ${lot}`,
    serial: (serial: string) => `serial ${serial}`,
    expires: (date: string) => `expires ${date}`,
  },
  rules: {
    belowZero: "More is removed than is there",
    belowZeros: { no: "Refuse it", look: "Book it with a warning" },
    unknown: "Unknown codes",
    unknowns: { add: "Add an article without a name", refuse: "Refuse them" },
    withoutPlace: "Articles need no place",
    withoutPlaceHint: "Otherwise a place has to be scanned first.",
    single: "Each article is a single thing",
    singleHint: "Such as devices with a number each: a thing is at one place, and counts once.",
  },
  add: {
    what: "What to add",
    role: { article: "An article", place: "Places", number: "Number cards" },
    places: "Names of the places",
    placesHint: "One in each line. Shelf A1 … A8 makes eight.",
    numbers: "Numbers",
    numbersHint: "Such as 2, 5, 10, 12, 50. The next article counts as the number on the card.",
    notNumbers: (part: string) => `“${part}” is no number; write numbers such as 12 or 0.5.`,
    tooMany: (limit: number) => `Add at most ${limit} at a time.`,
    preview: (labels: readonly string[]) => {
      const all = labels.length > 4 ? [...labels.slice(0, 3), "…", labels.at(-1)!] : labels;
      return `${labels.length.toLocaleString()}: ${all.join(", ")}. Each gets a random code to print.`;
    },
    stopped: (added: number, problem: string) =>
      `${added === 1 ? "1 was" : `${added} were`} added, and these are left: ${problem}`,
  },
};
