/** The texts of the frame around every screen, and of messages that any screen shows. */
export const app = {
  name: "Scanhook",
  navigation: "Main",
  skip: "Skip to content",
  tabs: { nfc: "NFC", qr: "QR", document: "Document", "3d": "3D", more: "More" },
  loading: "Loading …",
  notLoaded: {
    title: "This part of the app could not be loaded",
    silent:
      "The server of this app does not answer. Keep this page open, reconnect to its network, then try again.",
    same: "The network was gone for a moment. Reload the app to load it again.",
    newer: "There is a newer version of the app. Reload to use it.",
    tryAgain: "Try again",
    history: "Scans on this device, to send or save them",
    brief: "This part of the app could not be loaded. Check the network, then try again.",
  },
  reload: "Reload",
  updateReady: "A new version is ready.",
  reloadToUpdate: "Reload to update",
  updateDot: "a new version is ready",
  notSent: "not sent",
  back: "Back",
  offline: "You are offline. The scan was not sent.",
};
