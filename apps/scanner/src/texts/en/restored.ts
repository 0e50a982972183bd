/** The line of a form that has the values from before the page was loaded anew. */
export const restoredTexts = {
  restored: "Restored what you typed.",
  missing: (secrets: string) => `Enter again: ${secrets}.`,
  notStored: "The browser does not store secrets.",
  discard: "Discard",
};
