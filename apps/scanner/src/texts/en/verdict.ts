/** The texts of the panel that shows what a receiver decided. The words of the verdict itself come from the receiver. */
export const verdict = {
  asking: "Asking …",
  unchecked: {
    word: "Not checked",
    text: "No answer. The hub may not know of this scan.",
    refused: "The hub did not decide about this scan.",
  },
  askAgain: "Ask again",
  counts: (inside: string, capacity: string | undefined) =>
    capacity === undefined ? `${inside} inside` : `${inside} of ${capacity} inside`,
  details: "Details",
};
