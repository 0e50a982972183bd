/**
 * The texts of the panel that shows what a receiver decided. The words of the verdict itself come
 * from the receiver. They load with the panel.
 */
export const verdictTexts = {
  asking: "Asking …",
  unchecked: {
    word: "Not checked",
    text: "No answer. The hub may not know of this scan.",
    refused: "The hub did not decide about this scan.",
  },
  askAgain: "Ask again",
  goOn: "Read it, go on",
  leads: "My leads",
  counts: (inside: string, capacity: string | undefined) =>
    capacity === undefined ? `${inside} inside` : `${inside} of ${capacity} inside`,
  details: "Details",
  stock: {
    bar: "In hand",
    actions: {
      add: "Adding",
      remove: "Removing",
      move: "Moving",
      count: "Counting",
      lend: "Lending",
      "lend-or-return": "Lending",
      return: "Taking back",
    } as Record<string, string>,
    places: (from: string | undefined, place: string | undefined) =>
      [from, place].filter((name) => name !== undefined).join(" → "),
    next: "next:",
    nextHint: "quantity of the next scan",
    unsure: "Last scan had no answer. Before it:",
    done: "Done",
    isPutDown: (what: string) => `Put down: ${what}.`,
    timeIsOver: (what: string) => `Two minutes without a scan. Put down: ${what}.`,
    nextQuantity: "Quantity of the next scan",
    change: "Change number",
    changeTo: "The right number",
    here: (amount: string) => `${amount} there`,
    keypad: {
      label: "Number",
      keys: "Digits",
      point: "Decimal point",
      clear: "Clear",
      erase: "Delete the last digit",
      cancel: "Cancel",
      ok: "OK",
      whys: {
        empty: "Enter a number.",
        form: "Enter a number such as 12 or 1.5, with at most three decimals.",
        much: "At most 1000000000 is possible.",
      },
    },
    name: {
      act: "Give it a name",
      label: "Name",
      hint: (code: string) => `For the code ${code}`,
      save: "Save",
      cancel: "Cancel",
      empty: "Enter a name.",
      word: "Named",
      text: (here: string) => `It has this name from now on. ${here}.`,
    },
  },
  loan: {
    has: (holder: string, isBack: boolean) => `${holder} ${isBack ? "had" : "has"} it`,
    lent: { is: "It is lent", was: "It was lent" },
    only: (has: string) => `${has}.`,
    until: (has: string, day: string) => `${has}, back by ${day}.`,
    late: (has: string, why: string) => `${has}. Late: ${why}.`,
    overdue: "it is overdue",
    wasDue: (day: string, days: number) =>
      `it was due on ${day}, ${days === 0 ? "today" : days === 1 ? "1 day ago" : `${days} days ago`}`,
    backBy: (day: string) => `back by ${day}`,
  },
  supervision: {
    undo: "Undo",
    letIn: "Let in anyway",
    find: "Find a guest",
    findHint: "Check somebody in by name",
    back: "More",
    name: "A part of the name or code",
    search: "Search",
    none: "No guest of the list has these letters.",
    count: (count: number) => (count === 1 ? "1 guest" : `${count} guests`),
    checkIn: "Check in",
    actionFor: (action: string, guest: string) => `${action}: ${guest}`,
    inside: (time: string, door: string) => `Inside since ${time}, ${door}`,
    outside: "Not inside",
    group: (group: string) => `Group ${group}`,
    fact: (name: string, value: string) => `${name}: ${value}`,
  },
  failedActs: {
    act: "The hub did not answer, so nobody knows whether it was done. Try again.",
    search:
      "The hub did not answer. Check that it is on and that this phone is on its network, then search again.",
    noReceiver: "This phone no longer has this job, so nothing was sent.",
    status: (status: number) =>
      `The hub, or a server on the way to it, answered with the error ${status} and no reason.`,
  },
};
