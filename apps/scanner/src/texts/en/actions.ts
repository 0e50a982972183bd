/** What comes in from outside: links, what other apps share, and the way back to who asked. */
export const actions = {
  refused: {
    title: "This link was not followed",
    nothing: "Nothing was started, sent or written.",
    link: "The link",
    toQr: "Scan a code",
    why: {
      "too-long": "It is longer than any link this app understands. Make it shorter.",
      hidden:
        "It holds characters that cannot be seen or that turn others round, as links do that pretend to be something else. Ask for a clean one.",
      malformed:
        "Part of it is written wrongly: a broken % escape, or something that is given twice or not at all. Check how it was made.",
      unknown:
        "The app knows no such link. It may be mistyped, or meant for another app or a newer version of this one.",
      foreign: "It leads to another website. Open it in the browser, if you trust it.",
      "no-place":
        "That is no place on earth. A place is written as latitude and longitude, such as geo:48.2082,16.3738.",
      "write-both": "It gives more than one thing to write. Give either url or text, once.",
      "write-script":
        "It wants an address on the tag that could run a script or open a file. Use one that begins with https://.",
      "return-misplaced":
        "Only scan-code and scan-nfc take a return address. Leave ret out, or use one of these two.",
      "return-malformed":
        "Its return address is not a whole address. It has to begin with https:// or the scheme of an app, and be percent-encoded once.",
      "return-not-https":
        "Its return address begins with http://, so what is scanned would travel unencrypted. Use https://.",
      "return-scheme":
        "Its return address could run a script, open a file or start something on this device. Use https:// or the scheme of an app.",
      "return-credentials":
        "Its return address holds a user name or a password, as addresses do that pretend to lead elsewhere. Leave it out.",
      "return-host":
        "In its return address the scan would decide which server it leads to. Put placeholders behind the host.",
    },
  },
  place: { title: "Place", write: "Write to a tag" },
  returning: {
    title: "Hand over what was scanned?",
    web: (host: string) => `The link that started this scan asks to send it to ${host}:`,
    app: (scheme: string) =>
      `The link that started this scan asks to send it to the app that answers to ${scheme}:`,
    yes: "Open this address",
    no: "Not now",
    sending: "Sending to your receiver first …",
  },
  shared: {
    title: "Shared with Scanhook",
    none: "Nothing has arrived. Share a picture or a text with Scanhook again, or choose a picture on the QR tab.",
    toQr: "To the QR tab",
    picture: (name: string) => name || "Picture",
    scan: "Scan this picture",
    open: "Open in Scanhook",
    write: "Write to a tag",
    discard: "Discard",
  },
};
