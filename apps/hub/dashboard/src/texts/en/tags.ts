/** The list of tags, one tag, and the card of an OpenPrintTag. */
export const tagsTexts = {
  tags: {
    title: "Tags",
    intro: "Every NFC tag that was scanned into any inbox. Name a tag to recognize it later.",
    list: "Tags, most recently seen first",
    search: "Search",
    searchHint: "Search name, identifier, content",
    seen: (count: number) => `seen ${count.toLocaleString()}×`,
    notSeen: "Named, not scanned yet",
    empty: "(empty)",
    more: "Load more tags",
    end: "No more tags.",
    back: "All tags",
    noMatch: {
      title: "No tags match",
      text: "No name, identifier or content contains these words.",
    },
    prepare: "Name the tag with this identifier",
    none: {
      title: "No tags yet",
      text: "A tag appears here with its first scan. Three ways to scan one:",
      phone: "With an Android phone",
      phoneText:
        "Pair it, open the NFC tab of the scanner in Chrome, and hold the phone to a tag. Browsers on iPhones cannot read tags.",
      phoneButton: "Pair a phone",
      app: "With a scanner app",
      appText:
        "Any app that sends scans to a webhook works, also on iPhones. It needs the receiver URL of an inbox, and a user.",
      appButton: "Go to the inboxes",
      desk: "With a USB reader",
      deskText:
        "This command sends every tag that is placed on a reader of the computer it runs on. It takes the user and password of the inbox from SCANHOOK_USER and SCANHOOK_PASSWORD, or from a file (--credentials).",
    },
  },
  tag: {
    title: "Tag",
    name: "Name",
    nameExample: "For example Drill 7",
    nameHint: "Leave this empty to remove the name.",
    unnamed: "Unnamed tag",
    noName: "(no name)",
    giveName: "Name it",
    rename: "Rename",
    identifier: "Identifier",
    seen: "Seen",
    seenTimes: (count: number) => (count === 1 ? "once" : `${count.toLocaleString()} times`),
    notSeen: "not yet",
    first: "First seen",
    since: (when: string) => `first ${when}`,
    last: "Last seen",
    lastBy: (user: string, inbox: string) => `by ${user} in ${inbox}`,
    lastIn: (inbox: string) => `in ${inbox}`,
    scans: "Scans",
    noScans: "No scan of this tag is stored. The next one appears here.",
    random:
      "Four-byte identifiers that begin with 08 are usually random. Phones and passports, for example, create a new one each time they are read, so this tag may not be recognized again.",
    show: "Show the tag",
    noIdentifier:
      "The tag did not reveal its identifier when it was read, so it cannot be recognized again.",
  },
  spool: {
    title: "OpenPrintTag",
    noMaterial: "Material not specified",
    color: "Color",
    uuid: "UUID",
  },
};
