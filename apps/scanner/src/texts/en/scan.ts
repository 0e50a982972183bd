import type { CameraProblem } from "../../readers/camera/problem.ts";

/** The QR tab. */
export const scan = {
  title: "Scan a code",
  starting: "Starting the camera …",
  reading: "Reading the picture …",
  hint: "Point the camera at a QR code or barcode",

  start: {
    title: "Scan with the camera",
    text: "The picture is read on this device. Only what the code says is sent, to the receiver you set.",
    button: "Start camera",
  },
  tryAgain: "Try again",
  reload: "Reload",
  problems: {
    insecure: {
      title: "The camera needs HTTPS",
      text: "Browsers open the camera only on pages with an https:// address, or on localhost. Open this app by its https address.",
    },
    unsupported: {
      title: "This browser has no camera",
      text: "Use a current Chrome, Safari, Edge or Firefox. Inside another app, choose “Open in browser”.",
    },
    dismissed: {
      title: "The camera was not allowed yet",
      text: "The browser’s question was closed without an answer. Start the camera again and choose “Allow”.",
    },
    "not-allowed": {
      title: "The camera is blocked for this page",
      text: "",
    },
    "not-allowed-by-system": {
      title: "The system blocks the camera for this browser",
      text: "Allow the camera for this browser in the settings of your phone or computer, under Privacy → Camera. Then try again.",
    },
    "no-camera": {
      title: "No camera found",
      text: "Connect a camera and try again, or scan from a picture.",
    },
    "in-use": {
      title: "The camera cannot be used now",
      text: "Another app or tab may be using it. Close that one and try again.",
    },
    unfit: {
      title: "This camera does not fit",
      text: "It offers no picture that can be used here. Choose another camera, or scan from a picture.",
    },
    failed: {
      title: "The camera did not start",
      text: "Try again. If it keeps failing, restart the browser.",
    },
  } satisfies Record<CameraProblem["kind"], { title: string; text: string }>,
  allow: {
    ios: "In Safari, tap the icon left of the address, then Website Settings → Camera → Allow. For the app on your Home Screen: Settings → Apps → Safari → Camera → Allow. Then try again.",
    android:
      "Tap the icon left of the address, then Permissions → Camera → Allow. For the installed app: hold its icon → App info → Site settings → Camera. Then try again.",
    desktop:
      "Click the icon left of the address and allow the camera for this site. Then try again.",
  },
  broken: {
    title: "The code reader could not be loaded",
    text: "Check the network, then try again. After the first time it works without a network too.",
  },

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
    text: "Take the photo closer, straight on and in good light, with the whole code and its white border in it.",
  },
  noPicture: {
    unreadable: {
      title: "This picture could not be opened",
      text: "Choose a JPEG, PNG or another picture that this browser can show.",
    },
    "no-picture": {
      title: "There is no picture on the clipboard",
      text: "Copy a picture or take a screenshot to the clipboard first.",
    },
    "not-allowed": {
      title: "The clipboard could not be read",
      text: "Allow it when the browser asks, or paste with Ctrl+V or ⌘V.",
    },
  },

  outcome: {
    sending: "Sending …",
    accepted: "Sent",
    warned: "Sent, with a warning",
    failed: "Not sent",
    kept: "Kept on this device",
    setUp: "Set up a receiver",
    off: "Sending codes is switched off.",
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
  last: { title: "Last scans", none: "What you scan shows up here.", all: "All scans" },
};
