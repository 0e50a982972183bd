/** What each command does, in one line. Apart from the commands, so that the list of them loads none of them. */
export const summaries = {
  serve: "run the hub: take scans, keep them, show them live",
  "login-link": "print a fresh one-time link to the dashboard (forgotten password)",
  inbox: "add, change, list and remove the hub's inboxes",
  export: "write the hub's scans as JSON Lines or CSV",
  backup: "write everything the hub keeps into one file, also while it runs",
  restore: "put such a file into an empty data folder",
  migrate: "move everything from SQLite into PostgreSQL",
  verify: "check the audit trails: was a scan changed, taken out or put in?",
  routes: "list where scans are passed on to, print that as a file, check such a file",
  last: "print what the last NFC tag or code said",
  open: "open a screen of the scanner in the browser, such as scan-code",
  send: "send one scan to any receiver, as the app would",
  doctor: "find out what stops scans from arriving at a receiver",
  decode: "read the codes in picture files",
  kiosk: "a desk or wall reader: send what NFC readers and barcode scanners read",
  tag: "read and write single NFC tags on a USB reader, or decode their bytes",
  help: "show the help of a command",
} as const;

export type CommandName = keyof typeof summaries;
