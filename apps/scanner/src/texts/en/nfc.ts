import type { DeviceProblem } from "../../readers/nfc/problem.ts";

type Words = { title: string; text: string };

/** Reading NFC tags and showing their content; apart, so that the first screen does not wait. */
export const nfcTexts = {
  title: "NFC tags",
  start: {
    title: "Read tags with this phone",
    text: "Only the content of a tag and its number are sent, to the receiver you set.",
    button: "Start reading",
  },
  starting: "Starting …",
  /** The texts of an iPhone's sheet while a tag is locked. */
  lockSheet: {
    hold: "Hold the tag that was written to lock it.",
    other: "This is another tag. Hold the one that was written.",
  },
  ready: { title: "Hold a tag to the back of the phone", text: "Keep it still until it is read." },
  next: "Ready for the next tag",
  tryAgain: "Try again",
  write: "Write a tag",
  writeTo: "Write to this tag",
  copy: "Copy to another tag",
  change: "Change this tag",
  repeated: "Already scanned.",
  again: "Scan it again",

  blank: { title: "Blank tag", text: "It holds nothing yet." },
  nameless: {
    title: "Nothing to send",
    text: "This tag has no number and no text or link, so no scan was created.",
  },
  unreadable: {
    title: "This tag could not be read",
    text: "It may have been moved away too soon. Hold it still for a second. Nothing was sent.",
  },
  foreign: {
    title: "No readable tag",
    text: "Reading this tag failed several times, so it most likely holds no NDEF message. Bank cards, passes, hotel keys and MIFARE Classic tags hold none. Nothing was sent. NTAG, Ultralight, ICODE and ST25 tags work.",
  },
  damaged: "The message on this tag is damaged",

  problems: {
    insecure: {
      title: "NFC needs HTTPS",
      text: "Browsers read tags only on pages with an https:// address, or on localhost. Open this app at its https:// address.",
    },
    unsupported: { title: "This browser cannot read NFC tags", text: "" },
    dismissed: {
      title: "NFC is not allowed yet",
      text: "The browser’s question was closed without an answer. Start again and choose “Allow”.",
    },
    denied: {
      title: "NFC is blocked for this page",
      text: "Tap the icon to the left of the address, then Permissions → NFC → Allow. In the installed app, hold its icon → App info → Site settings → NFC. Then try again.",
    },
    "no-adapter": {
      title: "This device has no NFC",
      text: "The browser found no NFC chip in it.",
    },
    off: {
      title: "NFC is switched off",
      text: "Switch it on in the phone’s settings, where you can search for “NFC”. When you come back, reading starts automatically.",
    },
    busy: {
      title: "NFC is in use",
      text: "This app may be reading in another window or page. Close that one and try again.",
    },
    failed: {
      title: "NFC did not start",
      text: "Try again. If it keeps failing, restart the browser.",
    },
  } satisfies Record<DeviceProblem["kind"] | "failed", Words>,
  unsupported: {
    ios: "On an iPhone or iPad, no browser lets a page read tags.",
    android: "Chrome on this phone can. Open this address there.",
    desktop: "On computers, no browser lets a page read tags.",
  },
  instead: {
    title: "What works instead",
    chrome: {
      title: "Chrome on Android",
      text: "Open this address in Chrome on a phone with NFC.",
    },
    kiosk: {
      title: "A desk reader",
      text: "A USB reader on a computer sends each tag to the same receiver. Start it on that computer with",
      command: "npx scanhook kiosk",
    },
    writing: {
      title: "Writing tags",
      text: "Fill in a form here. It gives the command that writes the tag with a USB reader.",
      link: "Write a tag",
    },
    codes: {
      title: "QR codes and barcodes",
      text: "Scan them here with the camera.",
      link: "Scan a code",
    },
  },

  fields: {
    uid: "UID",
    type: "Type",
    size: "Size",
    locked: "Locked",
  },
  noUid: "The tag has none, so it cannot be recognized later.",
  randomUid: "It changes with every tap, so the tag cannot be recognized by it.",
  technologies: { iso14443: "ISO 14443 (NFC-A or B)", iso15693: "ISO 15693 (NFC-V)" },
  unknownType: "Unknown",
  bytes: (count: number) => (count === 1 ? "1 byte" : `${count.toLocaleString("en")} bytes`),
  sizeOf: (bytes: string, records: number) =>
    records === 1 ? `${bytes}, 1 record` : `${bytes}, ${records} records`,
  lockedUnknown: "Unknown until you try to write to it.",
  details: "The tag itself",
  showMessage: "Message in hexadecimal",
  copyUid: "Copy the UID",

  records: {
    heading: (number: number, of: number) =>
      of === 1 ? "On the tag" : `Record ${number} of ${of}`,
    empty: { title: "Empty record", text: "It has no content." },
    uri: "Link",
    text: "Text",
    poster: "Smart poster",
    wifi: "Wi-Fi network",
    mime: (type: string) => `Data (${type})`,
    app: "App",
    openPrintTag: "OpenPrintTag",
    openTag3D: "OpenTag3D",
    external: (type: string) => `Data of type ${type}`,
    unknown: { title: "Data of unknown type", text: "The record does not name its type." },
    unknownType: (type: string) => `Record “${type}”`,
    damaged: "Damaged record",
    language: "Language",
    languageUnknown: "unknown",
    actions: {
      do: "The tag asks to open it immediately.",
      save: "The tag asks to save it for later.",
      edit: "The tag asks to open it for editing.",
    },
    openStore: "Show in Google Play",
    alsoTitle: (title: string, language: string) => `Also titled “${title}” (${language}).`,
    showBytes: (bytes: string) => `Show ${bytes}`,
  },
};
