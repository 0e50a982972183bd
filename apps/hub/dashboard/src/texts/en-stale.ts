/** The dialog about an edit that started from an older state. It loads when it is first needed. */
export const texts = {
  title: "Changed in the meantime",
  text: (when: string) =>
    `Somebody else saved changes here${when ? ` (${when})` : ""} after you opened this form. Nothing of yours is saved yet. Choose which values to keep.`,
  theirs: "Saved by somebody else",
  mine: "Yours",
  before: "As it was when you opened the form",
  submit: "Save this choice",
  empty: "(empty)",
  on: "On",
  off: "Off",
  savedSecret: "The stored one",
  typedSecret: "The one you entered",
  removedSecret: "Removed",
};
