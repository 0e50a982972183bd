import type { TagProblem } from "../../readers/nfc/problem.ts";
import type { FieldProblem } from "../../writing/form-result.ts";
import type { Kind } from "../../writing/kinds.ts";
import { writeList } from "./write-list.ts";
import { writeOpenPrintTag } from "./write-open-print-tag.ts";

const bytes = (count: number) => (count === 1 ? "1 byte" : `${count.toLocaleString("en")} bytes`);
const tags = (count: number) => (count === 1 ? "1 tag" : `${count.toLocaleString("en")} tags`);

/**
 * The screens for writing NFC tags: the forms, the status of writing, copies. They load with the
 * writing half of the NFC tab.
 */
export const nfcWritingTexts = {
  title: "Write a tag",
  back: "Write",
  toNfc: "NFC",
  cannot: {
    title: "This browser cannot write tags",
    text: "To write tags, open this page in Chrome on an Android phone with NFC, or use a USB reader on a computer.",
  },
  withReader: {
    text: "On a computer with Scanhook and a USB reader, this command writes the tag:",
    copy: "Copy the command",
    incomplete:
      "Fill in the form to get the command for a USB reader, and to see which tags it fits.",
    list: "A list needs a phone. A USB reader writes one tag at a time, from the other forms.",
    copyTag: "Copying needs a phone. With a USB reader, tag read shows what a tag holds.",
  },

  menu: {
    main: "Write",
    more: "More",
    kinds: {
      link: { title: "Link", hint: "A web address or another link" },
      text: { title: "Text", hint: "A text for people to read" },
      wifi: { title: "Wi-Fi", hint: "Joins a network" },
      contact: { title: "Contact", hint: "A card for the address book" },
      phone: { title: "Phone", hint: "A number to call" },
      mail: { title: "Mail", hint: "A mail with address and subject" },
      place: { title: "Place", hint: "A point on the map" },
      app: { title: "App", hint: "Starts an Android app" },
    } satisfies Record<Kind, { title: string; hint: string }>,
    openPrintTag: { title: "OpenPrintTag", hint: "Filament or resin for 3D printing" },
    copy: { title: "Copy a tag", hint: "Read one and write its content to others" },
    list: { title: "Many tags from a list", hint: "CSV with one line per tag" },
    erase: { title: "Erase a tag", hint: "Makes it blank" },
  },

  fields: {
    url: "Address",
    urlHint: "https:// is added if the address does not start with https:// or similar.",
    text: "Text",
    language: "Language",
    languageHint: (name: string) => name || "For example en, de or pt-BR.",
    ssid: "Network name (SSID)",
    security: "Protection",
    securities: { wpa: "WPA, WPA2 or WPA3", wep: "WEP (old)", open: "None, the network is open" },
    wifiPassword: "Password",
    wifiPasswordHint: "Anyone who holds a phone to the tag can read it.",
    show: "Show",
    hide: "Hide",
    given: "First name",
    family: "Last name",
    organization: "Organization",
    role: "Role",
    phone: "Phone",
    email: "Mail address",
    website: "Website",
    address: "Address",
    note: "Note",
    number: "Number",
    numberHint: "Best with the country code, for example +44 20 7946 0000.",
    to: "To",
    toHint: "Separate several addresses with commas.",
    subject: "Subject",
    body: "Message",
    coordinates: "Coordinates",
    coordinatesHint:
      "Latitude and longitude in degrees, for example 48.2010, 16.3695. Map apps show them.",
    placeName: "Name",
    app: "Package name",
    appHint: "For example com.example.app, or the app’s address in Google Play.",
    appUrl: "Link for other phones",
    appUrlHint: "iPhones and phones without the app open this link.",
    optional: "optional",
    more: "More fields",
  },

  problems: {
    "no-address": "Enter an address.",
    "not-an-address": "This is not a valid address. Write it like https://example.com/page.",
    "script-address":
      "Phones do not open javascript: or data: from a tag. Use an https:// address.",
    "no-text": "Enter a text.",
    "not-a-language": "This is not a known language. Write it like en, de or pt-BR.",
    "no-network": "Enter the name of the network.",
    "long-network": "A network name has at most 32 bytes. Check it.",
    "no-password": "Enter the password, or choose “None” as the protection.",
    "wpa-password":
      "A WPA password has 8 to 63 letters, digits and symbols, without accents. Check it.",
    "wep-password":
      "A WEP password has 5 or 13 characters, or 10 or 26 digits from 0 to F. Check it.",
    "no-contact": "Enter a name or an organization.",
    "no-number": "Enter a number.",
    "not-a-number": "This is not a phone number. Use digits, with + and the country code first.",
    "no-email": "Enter a mail address.",
    "not-an-email": "This is not a mail address. Write it like ada@example.org.",
    "no-place": "Enter the coordinates.",
    "not-a-place":
      "These are not coordinates. Write the latitude (up to 90), a comma and the longitude (up to 180), with decimal points: 48.2010, 16.3695.",
    "no-app": "Enter the package name of the app.",
    "not-an-app":
      "This is not a package name. Write it like com.example.app. You find it in the app’s address in Google Play after “id=”.",
  } satisfies Record<FieldProblem, string>,

  size: {
    bytes,
    takes: (count: number) => `Takes ${bytes(count)}.`,
    larger: "It is too big for the tags that most people have.",
    fits: (chip: string, taken: number, capacity: number) =>
      `${chip} fits, ${taken.toLocaleString("en")} of ${bytes(capacity)}`,
    tooBig: (chip: string, capacity: number) =>
      `That is too big for all common tags. The largest, ${chip}, has ${bytes(capacity)}. Shorten the content.`,
    label: "Which tags it fits",
    fitsShort: "fits",
    tooSmall: "too small",
    fillIn: "Fill in the form to see how much space it takes on a tag.",
  },

  write: "Write to tag",
  lock: "Make read-only afterwards",
  lockHint: "Permanent. Done only after the content of the tag was checked.",

  locking: {
    one: {
      title: "Make the tag read-only for ever?",
      text: "Once it is written and checked, nobody can change or erase it again, and neither can you. It can never hold anything else or be made blank. This cannot be undone.",
    },
    copies: {
      title: "Make each copy read-only for ever?",
      text: "Once a copy is written and checked, nobody can change or erase it again, and neither can you. It can never hold anything else or be made blank. This cannot be undone.",
    },
    list: (count: number) => ({
      title: `Make ${tags(count)} read-only for ever?`,
      text: "Once a tag is written and checked, nobody can change or erase it again, and neither can you. It can never hold anything else or be made blank. This cannot be undone.",
    }),
    confirm: "Write and make read-only",
    cancel: "Cancel",
  },

  steps: {
    waiting: {
      title: "Hold the tag to the phone",
      text: "Hold it to the back of the phone, near the camera on most models, until writing is done.",
    },
    writing: {
      title: "Writing …",
      text: "Keep the tag still. If nothing happens, take it away and hold it to the phone again.",
    },
    unreadable: {
      title: "This tag could not be read",
      text: "It may hold no NDEF message, or it was moved too early. Take it away and hold it to the phone again to write it anyway.",
    },
    checking: {
      title: "Checking …",
      text: "Keep the tag still. If nothing happens, take it away and hold it to the phone again.",
    },
    checkingUnreadable: {
      title: "Written, not checked yet",
      text: "The tag was moved too early. Hold it to the phone again to check its content.",
    },
    otherTag: {
      title: "This is another tag",
      text: "Hold the tag that was just written to the phone, to check it.",
    },
    locking: { title: "Making it read-only …", text: "Keep the tag still." },
    moved: {
      title: "Not read-only yet",
      text: "The tag was moved too early. Hold the same tag to the phone again. No other tag is changed.",
    },
    cancel: "Cancel",
  },

  results: {
    done: "Written and checked",
    doneText: "The tag was read back and holds what was written.",
    locked: "Written, checked and read-only",
    lockedText: "The tag was read back and holds what was written. Nobody can change it any more.",
    notLocked: "Written, but not read-only",
    notLockedText: (why: string) =>
      `The tag holds what was written, but can still be changed. ${why}`,
    erased: "The tag is blank",
    erasedText: "It was read back and holds nothing.",
    wrongRadio:
      "Printers will not see it, because they read only NFC-V tags (ISO 15693) such as ICODE SLIX2. Phones can read it.",
    different: {
      title: "The tag does not hold what was written",
      text: "Reading it back gave different content. Try again. If it happens twice, the tag is worn out.",
    },
    failed: {
      lost: {
        title: "The tag was moved too early",
        text: "It may be half written now. Try again, and hold it to the phone until writing is done.",
      },
      foreign: {
        title: "This tag cannot be written",
        text: "Like bank cards, passes, hotel keys and MIFARE Classic tags, it does not support NFC messages (NDEF). NTAG, Ultralight, ICODE and ST25 tags work.",
      },
      "not-lockable": {
        title: "The tag cannot be made read-only",
        text: "The tag does not support it, or the phone cannot do it.",
      },
      cancelled: {
        title: "Writing was interrupted",
        text: "That happens when you leave the app or the screen turns off. The tag may have been written or not.",
      },
    } satisfies Record<
      Exclude<TagProblem["kind"], "refused" | "invalid">,
      { title: string; text: string }
    >,
    refused: "The tag could not be written",
    refusedSmall:
      "It is most likely locked (read-only), because the content fits on nearly every tag. Try another tag.",
    refusedText: (needed: string) =>
      `It is locked (read-only), or too small for ${needed}. The phone does not say which. Try another tag.`,
    invalid: "The phone cannot write this",
    invalidText: (detail: string) => `The phone reports: ${detail}`,
    tryAgain: "Try again",
    another: "Write another tag",
    close: "Close",
    finish: "Done",
    technical: (detail: string) => `The browser reports: ${detail}.`,
  },

  copy: {
    read: "Hold the original tag to the phone",
    readText: "The tag is only read. Nothing is sent.",
    empty: "This tag is blank, so there is nothing to copy. Hold another tag to the phone.",
    unreadable:
      "This tag could not be read. It holds no NDEF message, or it was moved too early. Hold it to the phone again.",
    pick: "Read the tag to copy",
    source: "Tag to copy",
    start: "Write a copy",
    more: "Write another copy",
    written: (count: number) => (count === 1 ? "1 copy made" : `${count} copies made`),
    other: "Copy another tag",
    notWritable:
      "This tag has more or longer records than the app can write. Hold another tag to the phone.",
  },

  erase: {
    lead: "Overwrites the content of the tag with an empty message. The content cannot be restored.",
    start: "Erase a tag",
    more: "Erase another tag",
  },

  asked: {
    copy: {
      title: "This tag already has the copy",
      text: "Use another tag, or write it again.",
    },
    line: {
      title: (line: number) => `This tag holds line ${line}`,
      text: (line: number, next: number) =>
        `Use another tag for line ${next}. If you overwrite this one, line ${line} has to be written again.`,
    },
    overwrite: "Overwrite it",
    other: "Use another tag",
  },
  list: writeList,
  openPrintTag: writeOpenPrintTag,
};
