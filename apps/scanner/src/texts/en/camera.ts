import type { CameraProblem } from "../../readers/camera/problem.ts";

/**
 * The texts for when the camera, the code reader or a picture does not give a code: the problem,
 * and how to solve it. They load with the first problem, because most people never need them.
 */
export const cameraTexts = {
  problems: {
    insecure: {
      title: "The camera needs HTTPS",
      text: "Browsers open the camera only on pages with an https:// address, or on localhost. Open this app at its https:// address.",
    },
    unsupported: {
      title: "This browser has no camera",
      text: "Use a current Chrome, Safari, Edge or Firefox. Inside another app, choose “Open in browser”.",
    },
    dismissed: {
      title: "The camera is not allowed yet",
      text: "The browser’s permission prompt was closed without a choice. Start the camera again and choose “Allow”.",
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
      title: "The camera is not available",
      text: "Another app or tab may be using it. Close that app or tab, then try again.",
    },
    unfit: {
      title: "This camera cannot be used",
      text: "It provides no suitable picture. Choose another camera, or scan from a picture.",
    },
    failed: {
      title: "The camera did not start",
      text: "Try again. If it keeps failing, restart the browser.",
    },
  } satisfies Record<CameraProblem["kind"], { title: string; text: string }>,
  allow: {
    ios: "In Safari, tap the icon to the left of the address, then Website Settings → Camera → Allow. For the app on your Home Screen: Settings → Apps → Safari → Camera → Allow. Then try again.",
    android:
      "Tap the icon to the left of the address, then Permissions → Camera → Allow. For the installed app: press and hold its icon → App info → Site settings → Camera. Then try again.",
    desktop:
      "Click the icon to the left of the address and allow the camera for this site. Then try again.",
  },
  broken: {
    title: "The code reader could not be loaded",
    text: "Check the network, then try again. Once loaded, it also works offline.",
  },
  nothing: {
    title: "No code found in this picture",
    text: "Take the photo from closer, straight on and in good light, with the whole code and its white margin visible. If the code is damaged, type it.",
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
  typed: {
    label: "The text or number of the code",
    hint: "Under most barcodes it is printed. It is sent like a code that was scanned.",
    off: "The switch “QR and barcode scans” is off, so the scan is kept and not sent.",
    submit: "Scan",
    cancel: "Cancel",
  },
};
