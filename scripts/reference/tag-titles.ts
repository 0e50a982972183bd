/** The headings of the document's tags, in the order of the reference. */
export const tagTitles: Record<string, string> = {
  scans: "Scans",
  tags: "Tags",
  inboxes: "Inboxes",
  registers: "Registers",
  pairing: "Pairing",
  forwarding: "Forwarding",
  alerts: "Alerts",
  people: "People",
  tokens: "Tokens",
  "log-in": "Log-in",
  account: "Account",
  backup: "Backup",
  health: "Health",
};
