/**
 * The summary of each command, in one line. Separate from the commands, so that printing the list
 * loads none of them.
 */
export const summaries = {
  serve: "run the hub: receive scans, store them, show them live",
  "login-link": "print a new one-time link to the dashboard (forgotten password)",
  people: "add, change, list and remove the people who use the dashboard, log them out",
  token: "make, list and remove API tokens for programs",
  inbox: "add, change, list and remove the hub's inboxes",
  register: "let the hub decide about scans: guest lists, check-in, who is inside",
  export: "write the hub's scans as JSON Lines or CSV",
  changes: "list or export who changed which setting of the hub, from what to what",
  backup: "write everything the hub stores into one file, even while it runs",
  restore: "restore a backup into an empty data folder",
  migrate: "move everything from SQLite into PostgreSQL",
  verify: "check the audit trails: was a scan changed, removed or inserted?",
  routes: "list routes and destinations, print them as a file, check such a file",
  config: "write the configuration of a hub as a file, say what a file would change",
  last: "print the content of the last NFC tag or code",
  open: "open a screen of the scanner in the browser, such as scan-code",
  send: "send one scan to any receiver, as the app would",
  "update-check": "ask a release feed that you name whether a newer version is out",
  doctor: "find out what keeps scans from reaching a receiver",
  code: "make a QR code, Data Matrix or barcode, or a sheet of them",
  decode: "read the codes in picture files",
  document: "make one searchable PDF of photos of pages",
  mat: "write the mat, to print, on which objects are scanned in three dimensions",
  object: "make a measured, textured mesh of photos of an object on the mat",
  room: "turn the plan of rooms into an SVG, PDF, DXF, GLB or USDZ file",
  kiosk: "run a desk or wall reader: send what NFC readers and barcode scanners read",
  tag: "read and write single NFC tags on a USB reader, or decode their bytes",
  help: "show the help of a command",
} as const;

export type CommandName = keyof typeof summaries;
