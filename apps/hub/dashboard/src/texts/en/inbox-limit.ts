/** The limit of a person or an API token to inboxes. */
export const inboxLimitTexts = {
  title: "Inboxes",
  all: "All inboxes and the whole hub",
  allOfPerson: "All inboxes that the account may use",
  some: "Only these inboxes, and the registers that they feed",
  none: "There is no inbox to choose.",
  needed: "Choose at least one inbox.",
};
