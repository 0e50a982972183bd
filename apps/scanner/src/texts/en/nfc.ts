import type { DeviceProblem } from "../../readers/nfc/problem.ts";

type Words = { title: string; text: string };

/** Reading NFC tags, and what is on them. */
export const nfc = {
  title: "NFC tags",
  start: {
    title: "Read tags with this phone",
    text: "Only what is on a tag, and its number, is sent, to the receiver you set.",
    button: "Start reading",
  },
  starting: "Starting …",
  ready: { title: "Hold a tag to the back of the phone", text: "Keep it still until it is read." },
  next: "Ready for the next tag",
  tryAgain: "Try again",
  write: "Write a tag",
  writeTo: "Write to this tag",
  copy: "Copy to another tag",
  change: "Change this tag",
  repeated: "Already scanned.",
  again: "Scan it again",

  /** What a tag is when it says nothing. */
  blank: { title: "Blank tag", text: "Nothing is written on it yet." },
  nameless: {
    title: "Nothing to send",
    text: "This tag shows no number, and no text or link, so no scan was made.",
  },
  unreadable: {
    title: "This tag was not read",
    text: "It may have been moved away too soon. Hold it still for a second. Nothing was sent.",
  },
  foreign: {
    title: "No readable tag",
    text: "This one gave nothing several times, so it most likely holds no NDEF message: bank cards, passes, hotel keys and MIFARE Classic tags are like that. Nothing was sent. NTAG, Ultralight, ICODE and ST25 tags work.",
  },
  damaged: "The message on this tag is damaged",

  problems: {
    insecure: {
      title: "NFC needs HTTPS",
      text: "Browsers read tags only on pages with an https:// address, or on localhost. Open this app by its https address.",
    },
    unsupported: { title: "This browser cannot read NFC tags", text: "" },
    dismissed: {
      title: "NFC was not allowed yet",
      text: "The browser’s question was closed without an answer. Start again and choose “Allow”.",
    },
    denied: {
      title: "NFC is blocked for this page",
      text: "Tap the icon left of the address, then Permissions → NFC → Allow. For the installed app: hold its icon → App info → Site settings → NFC. Then try again.",
    },
    "no-adapter": {
      title: "This device has no NFC",
      text: "The browser found no NFC chip in it.",
    },
    off: {
      title: "NFC is switched off",
      text: "Switch it on in the phone’s settings: search there for “NFC”. When you come back, reading starts by itself.",
    },
    busy: {
      title: "NFC is in use",
      text: "This app may be reading in another window, or inside another page. Close that one and try again.",
    },
    failed: {
      title: "NFC did not start",
      text: "Try again. If it keeps failing, restart the browser.",
    },
  } satisfies Record<DeviceProblem["kind"] | "failed", Words>,
  unsupported: {
    ios: "On an iPhone or iPad no browser lets a page read tags.",
    android: "On this phone, Chrome can: open this address there.",
    desktop: "On computers no browser lets a page read tags.",
  },
  instead: {
    title: "What works instead",
    chrome: { title: "Chrome on Android", text: "Open this address there, on a phone with NFC." },
    kiosk: {
      title: "A desk reader",
      text: "A USB reader on a computer sends each tag to the same receiver. Start it there with",
      command: "npx scanhook kiosk",
    },
    codes: {
      title: "QR codes and barcodes",
      text: "They are scanned here, with the camera.",
      link: "Scan a code",
    },
  },

  fields: {
    uid: "UID",
    type: "Type",
    size: "Size",
    locked: "Locked",
  },
  noUid: "The tag does not show one, so it is not known again.",
  randomUid: "Made anew for every tap, so the tag is not known again by it.",
  technologies: { iso14443: "ISO 14443 (NFC-A or B)", iso15693: "ISO 15693 (NFC-V)" },
  unknownType: "Not told by the tag",
  bytes: (count: number) => (count === 1 ? "1 byte" : `${count.toLocaleString("en")} bytes`),
  sizeOf: (bytes: string, records: number) =>
    records === 1 ? `${bytes}, 1 record` : `${bytes}, ${records} records`,
  lockedUnknown: "The browser does not tell; writing to it shows.",
  details: "The tag itself",
  showMessage: "Message in hexadecimal",
  copyUid: "Copy the UID",

  records: {
    heading: (number: number, of: number) =>
      of === 1 ? "On the tag" : `Record ${number} of ${of}`,
    empty: { title: "Empty record", text: "It holds nothing." },
    uri: "Link",
    text: "Text",
    poster: "Smart poster",
    wifi: "Wi-Fi network",
    mime: (type: string) => `Data (${type})`,
    app: "App",
    openPrintTag: "OpenPrintTag",
    external: (type: string) => `Data of ${type}`,
    unknown: { title: "Data of no known kind", text: "Nothing says what it is." },
    unknownType: (type: string) => `Record “${type}”`,
    damaged: "Damaged record",
    language: "Language",
    languageUnknown: "not told",
    actions: {
      do: "The tag asks to open it at once.",
      save: "The tag asks to save it for later.",
      edit: "The tag asks to open it for editing.",
    },
    openStore: "Show in Google Play",
    alsoTitle: (title: string, language: string) => `Also titled “${title}” (${language}).`,
    showBytes: (bytes: string) => `Show ${bytes}`,
  },
};
