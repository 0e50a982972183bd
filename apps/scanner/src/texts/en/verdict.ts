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
  counts: (inside: string, capacity: string | undefined) =>
    capacity === undefined ? `${inside} inside` : `${inside} of ${capacity} inside`,
  details: "Details",
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
    unanswered: {
      act: "The hub did not answer, so nobody knows whether it was done. Try again.",
      search:
        "The hub did not answer. Check that it is on and that this phone is on its network, then search again.",
    },
  },
};
