/** The texts of the page More → Links. */
export const links = {
  lead: "Each link opens the app and does one thing. Write it to a tag, put it on the home screen, assign it to a key or use it in an automation.",
  actions: "Actions",
  more: "Add ?ret= and an address to scan-code or scan-nfc to send the scan back to that address, once you agree. Add ?url= or ?text= to write-nfc to fill in the form.",
  home: "On the home screen",
  homeHint:
    "The menu of the app's icon shows only a few of these. Put any of them on the home screen.",
  pin: (title: string) => `Put on the home screen: ${title}`,
  notPinned: "The launcher of this phone did not take the shortcut. Hold the app's icon instead.",
  last: "Last scanned",
  lastOf: { nfc: "NFC tag", code: "Code" },
  copy: (title: string) => `Copy: ${title}`,
};
