/** The texts of the page More → Links. */
export const links = {
  lead: "Each link opens the app and does one thing. Write it to a tag, put it on the home screen, assign it to a key or use it in an automation.",
  actions: "Actions",
  more: "Add ?ret= and an address to scan-code or scan-nfc to send the scan back to that address, once you agree. Add ?url= or ?text= to write-nfc to fill in the form.",
  last: "Last scanned",
  lastOf: { nfc: "NFC tag", code: "Code" },
  copy: (title: string) => `Copy: ${title}`,
};
