/**
 * The texts for links, for content that other apps share, and for return addresses. They load with
 * the screens that show them.
 */
export const actionTexts = {
  refused: {
    title: "This link was not followed",
    nothing: "Nothing was started, sent or written.",
    link: "The link",
    toQr: "Scan a code",
    toNfc: "Scan an NFC tag",
    copy: "Copy the link",
    why: {
      "too-long": "The link is too long for this app. Make it shorter.",
      hidden:
        "The link contains invisible characters or characters that reverse the text direction, as deceptive links do. Ask for a clean link.",
      malformed:
        "The link is malformed: a percent escape is broken, or a parameter is missing or given twice. Check how the link was made.",
      unknown:
        "The app does not know this link. It may be mistyped, or made for another app or a newer version of this one.",
      foreign: "The link leads to another website. If you trust it, open it in the browser.",
      nfc: "Of the links that begin with nfc:, this app knows nfc://scan only. Scan the tag here, or copy the link for the app that it was made for.",
      "no-place":
        "The link contains no valid location. Write a location as latitude and longitude, such as geo:48.2082,16.3738.",
      "write-both":
        "The link gives more than one value to write. Give either url or text, and only once.",
      "write-script":
        "The address to write could run a script or open a file. Use an address that begins with https://.",
      "return-misplaced":
        "Only scan-code and scan-nfc accept a return address. Remove ret, or use one of these two.",
      "return-malformed":
        "The return address is incomplete or malformed. It must begin with https:// or the scheme of an app and be percent-encoded exactly once.",
      "return-not-https":
        "The return address begins with http://, so the scan would be sent unencrypted. Use https://.",
      "return-scheme":
        "The return address could run a script, open a file or start something on this device. Use https:// or the scheme of an app.",
      "return-credentials":
        "The return address contains a user name or a password, as deceptive addresses do. Remove it.",
      "return-host":
        "The scan would become part of the server name in the return address. Put placeholders only after the server name.",
    },
  },
  place: { title: "Place", write: "Write to a tag" },
  returning: {
    title: "Send the scan back?",
    web: (host: string) => `The link that started this scan asks to send it to ${host}:`,
    app: (scheme: string) =>
      `The link that started this scan asks to send it to the app that opens ${scheme} addresses:`,
    yes: "Open this address",
    no: "Not now",
    sending: "Sending to your receiver first …",
  },
  shared: {
    title: "Shared with Scanhook",
    none: "Nothing was shared. Share a picture, PDF or text with Scanhook again, or choose a picture on the QR tab.",
    notTaken: (count: number) =>
      count === 1
        ? "A file was not taken. Open it in its own app and share it again."
        : `${count} files were not taken. Open them in their own app and share them again.`,
    toQr: "To the QR tab",
    picture: "Picture",
    pdf: "PDF file",
    scan: "Scan the codes",
    add: "Add to a document",
    addAll: (count: number) => `Add all ${count} to a document`,
    open: "Open in Scanhook",
    write: "Write to a tag",
    discard: "Discard",
  },
};
