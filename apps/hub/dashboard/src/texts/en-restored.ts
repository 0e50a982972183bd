/** The line of a form that was left and has its values again. It loads when it is first needed. */
export const texts = {
  restored: "Restored what you typed.",
  missing: (secrets: string) => `Enter again: ${secrets}.`,
  notStored: "The browser does not store secrets.",
  discard: "Discard",
};
