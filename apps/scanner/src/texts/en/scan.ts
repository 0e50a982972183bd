/** The texts of the QR tab, and of scans on any tab. */
export const scan = {
  title: "Scan a code",
  starting: "Starting the camera …",
  reading: "Reading the picture …",
  hint: "Point the camera at a QR code or barcode",

  start: {
    title: "Scan with the camera",
    text: "Pictures are read on this device and never sent. The content of a code is sent only to your receiver URL.",
    button: "Start camera",
  },
  tryAgain: "Try again",
  notStarted: "The camera did not start",

  controls: {
    label: "Camera controls",
    torch: "Light",
    focus: "Focus",
    zoom: "Zoom",
    camera: "Camera",
    picture: "Scan from a picture",
    clipboard: "Scan the picture on the clipboard",
    mode: "After a scan",
    once: "One at a time",
    continuous: "Continuous",
  },
  cameras: { back: "Back camera", front: "Front camera", numbered: (n: number) => `Camera ${n}` },
  zoomValue: (zoom: number) => `${Number(zoom.toFixed(1))} times`,
  count: (n: number) => (n === 1 ? "1 scan" : `${n} scans`),
  drop: "Drop the picture here",

  choose: {
    title: (n: number) => `${n} codes in the picture`,
    text: "Which one do you want to scan?",
    all: (n: number) => (n === 2 ? "Scan both" : `Scan all ${n}`),
  },
  back: "Back to the camera",
  next: "Scan next",
  repeated: "Already scanned",
  again: "Scan it again",
  other: "Also in the picture",
  scanIt: "Scan it",
  nothing: {
    title: "No code found in this picture",
    text: "Take the photo from closer, straight on and in good light, with the whole code and its white margin visible.",
  },
  noPicture: {
    unreadable: {
      title: "This picture could not be opened",
      text: "Choose a JPEG, a PNG or another picture that this browser can show.",
    },
    "no-picture": {
      title: "There is no picture on the clipboard",
      text: "Copy a picture, or take a screenshot to the clipboard, first.",
    },
    "not-allowed": {
      title: "The clipboard could not be read",
      text: "Allow access when the browser asks, or paste with Ctrl+V or ⌘V.",
    },
  },

  outcome: {
    sending: "Sending …",
    sent: "Sent",
    warned: "Sent, with a warning",
    failed: "Not sent",
    refused: "Refused",
    unconfirmed: "Not confirmed",
    kept: "Kept on this device",
    notKept:
      "Not in the history: the browser does not allow this page to store data, as in some private windows.",
    setUp: "Set up a receiver",
    off: { code: "Sending codes is switched off.", nfc: "Sending NFC scans is switched off." },
    switchOn: "Settings",
    details: "Details",
  },
  empty: "(empty)",
  actions: {
    open: "Open link",
    call: "Call",
    write: "Write",
    map: "Show on a map",
    osm: "Show on a map",
    lookUp: "Look it up",
  },
  last: { title: "Last scans", none: "Your scans appear here.", all: "All scans" },
};
