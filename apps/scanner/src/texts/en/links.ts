/** The page of links under More. */
export const links = {
  lead: "Each of these opens the app and does one thing. Put one on a tag, on the home screen, behind a key or into an automation.",
  actions: "Actions",
  more: "After scan-code and scan-nfc, ?ret= and an address hands the scan back to it, once you agree. After write-nfc, ?url= or ?text= fills the form.",
  last: "Scanned last",
  lastOf: { nfc: "NFC tag", code: "Code" },
  copy: (what: string) => `Copy: ${what}`,
};
