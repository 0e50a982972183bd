/** The person to whom a user of an inbox belongs. It loads when it is chosen. */
export const personOfUserTexts = {
  title: (user: string) => `Who uses “${user}”?`,
  text: "Scans, journals and leads of this user then show the name of the person.",
  person: "Person",
  nobody: "Nobody in particular",
};
