/**
 * The texts of the page with the leads of a person at a stand. Names of fields come from the hub.
 * They load with the page.
 */
export const leadTexts = {
  ofJob: (job: string) => `Job: ${job}`,
  search: "Search",
  placeholder: "A part of the name or code",
  loading: "Asking the hub …",
  none: "You have scanned nobody yet.",
  noneFound: "None of your leads has this in its name or code.",
  noList: "This receiver has no list of leads.",
  noReceiver: "Pair with the inbox of your stand first.",
  count: (count: number, hasMore: boolean) =>
    `${hasMore ? "More than " : ""}${count === 1 ? "1 lead" : `${count} leads`}`,
  more: "More",
  tryAgain: "Try again",
  lead: "Lead",
  unnamed: "No name yet",
  waiting: "Waiting for consent",
  first: (time: string, by: string) => `${time} by ${by}`,
  last: (time: string, by: string, scans: number) => `${scans} scans, last ${time} by ${by}`,
  scannedBy: (by: string) => `Scanned by ${by}.`,
  contact: "Contact",
  answer: "Answer",
  goOn: "Go on",
  answerAbout: (act: string, lead: string) => `${act}: ${lead}`,
};
