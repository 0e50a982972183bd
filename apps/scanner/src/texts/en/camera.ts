import type { CameraProblem } from "../../readers/camera/problem.ts";

/** What to do when there is no picture of the camera, or nothing that reads it. */
export const camera = {
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
};
