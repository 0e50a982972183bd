import type { TagProblem } from "../../readers/nfc/problem.ts";
import type { Kind } from "../../writing/kinds.ts";
import type { Problem } from "../../writing/made.ts";

const bytes = (count: number) => (count === 1 ? "1 byte" : `${count.toLocaleString("en")} bytes`);
const tags = (count: number) => (count === 1 ? "1 tag" : `${count.toLocaleString("en")} tags`);

/** Writing NFC tags: the forms, what is said while a tag is written, copies. */
export const nfcWriting = {
  title: "Write a tag",
  back: "Write",
  toNfc: "NFC",
  cannot: {
    title: "This browser cannot write tags",
    text: "You can still fill in a form and see which tags it fits. To write, open this address in Chrome on an Android phone with NFC.",
  },

  menu: {
    one: "Write",
    more: "More",
    kinds: {
      link: { title: "Link", hint: "A web address or another link" },
      text: { title: "Text", hint: "Words for whoever reads it" },
      wifi: { title: "Wi-Fi", hint: "Joins a network" },
      contact: { title: "Contact", hint: "A card for the address book" },
      phone: { title: "Phone", hint: "A number to call" },
      mail: { title: "Mail", hint: "A mail, begun" },
      place: { title: "Place", hint: "A point on the map" },
      app: { title: "App", hint: "Starts an Android app" },
    } satisfies Record<Kind, { title: string; hint: string }>,
    openPrintTag: { title: "OpenPrintTag", hint: "Filament or resin for 3D printing" },
    copy: { title: "Copy a tag", hint: "Read one, write it on others" },
    list: { title: "Many tags from a list", hint: "CSV, one tag a line" },
    erase: { title: "Erase a tag", hint: "Makes it blank" },
  },

  fields: {
    url: "Address",
    urlHint: "Without https:// or the like in front, https:// is added.",
    text: "Text",
    language: "Language",
    languageHint: (name: string) => (name ? `${name}` : "Such as en, de or pt-BR."),
    ssid: "Name of the network (SSID)",
    security: "Protection",
    securities: { wpa: "WPA, WPA2 or WPA3", wep: "WEP (old)", open: "None, the network is open" },
    wifiPassword: "Password",
    wifiPasswordHint: "Whoever holds a phone to the tag can read it.",
    show: "Show",
    hide: "Hide",
    given: "First name",
    family: "Last name",
    organization: "Organisation",
    role: "Role",
    phone: "Phone",
    email: "Mail address",
    website: "Website",
    address: "Address",
    note: "Note",
    number: "Number",
    numberHint: "Best with the country’s code, such as +44 20 7946 0000.",
    to: "To",
    toHint: "Several with commas between.",
    subject: "Subject",
    body: "Message",
    coordinates: "Coordinates",
    coordinatesHint:
      "Latitude, longitude in degrees, such as 48.2010, 16.3695. Maps apps give them.",
    placeName: "Name",
    app: "Package name",
    appHint: "Such as com.example.app, or the app’s address in Google Play.",
    appUrl: "Link for other phones",
    appUrlHint: "iPhones, and phones without the app, get this.",
    optional: "optional",
    more: "More fields",
  },

  problems: {
    "no-address": "Enter an address.",
    "not-an-address":
      "This is no address that can be opened. Write it like https://example.com/page.",
    "script-address":
      "Phones do not open javascript: or data: from a tag. Use an https:// address.",
    "no-text": "Enter a text.",
    "not-a-language": "This is no language. Write it like en, de or pt-BR.",
    "no-network": "Enter the name of the network.",
    "long-network": "A network’s name has 32 bytes at most. Check it.",
    "no-password": "Enter the password, or choose that the network is open.",
    "wpa-password":
      "A WPA password has 8 to 63 letters, digits and signs, without accents. Check it.",
    "wep-password":
      "A WEP password has 5 or 13 characters, or 10 or 26 digits from 0 to F. Check it.",
    "no-contact": "Enter a name or an organisation.",
    "no-number": "Enter a number.",
    "not-a-number":
      "This is no number that can be called. Use digits, with + and the country’s code first.",
    "no-mail": "Enter a mail address.",
    "not-a-mail": "This is no mail address. Write it like ada@example.org.",
    "no-place": "Enter the coordinates.",
    "not-a-place":
      "These are no coordinates. Write latitude (up to 90), a comma, longitude (up to 180), with points for decimals: 48.2010, 16.3695.",
    "no-app": "Enter the package name of the app.",
    "not-an-app":
      "This is no package name. Write it like com.example.app: it stands in the app’s address in Google Play after “id=”.",
  } satisfies Record<Problem, string>,

  size: {
    bytes,
    takes: (count: number) => `Takes ${bytes(count)} of a tag.`,
    larger: "Too big for the tags most people have.",
    fits: (chip: string, taken: number, capacity: number) =>
      `${chip} fits, ${taken.toLocaleString("en")} of ${bytes(capacity)}`,
    tooBig: (chip: string, capacity: number) =>
      `Too big for all common tags: the largest, ${chip}, has ${bytes(capacity)}. Shorten it.`,
    label: "Which tags it fits",
    fitsShort: "fits",
    tooSmall: "too small",
    fillIn: "What it takes of a tag shows here once the form is filled in.",
  },

  write: "Write to tag",
  lock: "Make read-only afterwards",
  lockHint: "For ever. Only after everything on the tag was checked.",

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
      text: "Its back, near the camera on most phones. Keep it there until it says done.",
    },
    writing: {
      title: "Writing …",
      text: "Keep the tag there. If nothing happens, take it away and hold it there again.",
    },
    unreadable: {
      title: "This tag could not be read",
      text: "It may hold no NDEF message, or was moved too early. Take it away and hold it there again: then it is written, if it can be.",
    },
    checking: {
      title: "Checking …",
      text: "Keep the tag there. If nothing happens, take it away and hold it there again.",
    },
    checkingUnreadable: {
      title: "Written, not checked yet",
      text: "The tag was moved too early. Hold it there again to check what is on it.",
    },
    otherTag: {
      title: "This is another tag",
      text: "Hold the one there that was just written, to check it.",
    },
    locking: { title: "Making it read-only …", text: "Keep the tag there." },
    moved: {
      title: "Not read-only yet",
      text: "The tag was moved too early. Hold the same one there again; no other is touched.",
    },
    cancel: "Cancel",
  },

  results: {
    done: "Written and checked",
    doneText: "The tag was read back and says what it should.",
    locked: "Written, checked and read-only",
    lockedText: "The tag was read back and says what it should. Nobody can change it any more.",
    notLocked: "Written, but not read-only",
    notLockedText: (why: string) => `The tag says what it should, but can still be changed: ${why}`,
    erased: "The tag is blank",
    erasedText: "It was read back, and nothing is on it.",
    wrongRadio:
      "Printers will not see it: they read only NFC-V tags (ISO 15693), such as ICODE SLIX2. Phones read it.",
    different: {
      title: "The tag does not say what was written",
      text: "What was read back is something else. Try again; if it happens twice, the tag is worn out.",
    },
    failed: {
      lost: {
        title: "The tag was moved too early",
        text: "It may be half written now. Hold it there until it says done.",
      },
      foreign: {
        title: "This cannot be written",
        text: "It is no NFC tag for messages (NDEF): bank cards, passes, hotel keys and MIFARE Classic tags are not. NTAG, Ultralight, ICODE and ST25 tags work.",
      },
      "not-lockable": {
        title: "The tag cannot be made read-only",
        text: "This kind of tag does not offer it, or the phone cannot do it.",
      },
      cancelled: {
        title: "Writing was interrupted",
        text: "That happens when the app is left or the screen goes dark. Whether something was written is not known.",
      },
    } satisfies Record<
      Exclude<TagProblem["kind"], "refused" | "invalid">,
      { title: string; text: string }
    >,
    refused: "The tag did not take it",
    refusedSmall:
      "It is most likely locked (read-only): this would fit on nearly every tag. Try another one.",
    refusedText: (needed: string) =>
      `It is locked (read-only), or too small: this takes ${needed}. The phone does not say which. Try another one.`,
    invalid: "The phone does not write this",
    invalidText: (detail: string) => `It says: ${detail}`,
    tryAgain: "Try again",
    another: "Write another tag",
    close: "Close",
    finish: "Done",
    technical: (detail: string) => `The browser says: ${detail}.`,
  },

  copy: {
    read: "Hold the tag to copy to the phone",
    readText: "It is only read, nothing is sent.",
    empty: "Nothing is written on this tag, so there is nothing to copy. Hold another one there.",
    unreadable:
      "This tag could not be read. It holds no NDEF message, or was moved too early. Hold it there again.",
    pick: "Read the tag to copy",
    source: "To be copied",
    start: "Write a copy",
    more: "Write another copy",
    made: (count: number) => (count === 1 ? "1 copy made" : `${count} copies made`),
    other: "Copy another tag",
    cannotPrint:
      "This tag has more records, or longer ones, than can be written again. Hold another one there.",
  },

  erase: {
    lead: "Writes an empty message over what is on the tag. It cannot be brought back.",
    start: "Erase a tag",
    more: "Erase another tag",
  },

  asked: {
    copy: {
      title: "This tag has the copy already",
      text: "Use another tag, or write it once more.",
    },
    line: {
      title: (line: number) => `This tag was written with line ${line}`,
      text: (line: number, next: number) =>
        `Use another tag for line ${next}. Or write over it: then line ${line} has to be written again.`,
    },
    over: "Write over it",
    other: "Use another tag",
  },
};
