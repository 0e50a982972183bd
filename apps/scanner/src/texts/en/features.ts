/** The texts of tabs whose function is not built yet: its purpose and its requirements. */
export const features = {
  coming: "Not in this version yet.",
  willDo: "What it will do",
  needs: "What it needs",
  device: "This device",
  today: "What works today",
  todayText:
    "QR codes and barcodes, with the camera or from a picture. NFC tags, in Chrome on Android.",
  toQr: "Scan a code",
  "3d": {
    title: "Objects and rooms",
    lead: "Walk around an object or through a room and get a 3D model or a floor plan.",
    willDo: [
      "Objects: a true-to-scale model from a video, on a printed mat",
      "Rooms: a floor plan with dimensions",
    ],
    needs: ["Objects: a camera and WebGL", "Rooms: WebXR, which Chrome on Android has"],
    canObjects: "Objects: this browser has a camera and WebGL.",
    cannotObjects: "Objects: this browser offers no camera or no WebGL.",
    canRooms: "Rooms: this browser has augmented reality (WebXR).",
    cannotRooms: "Rooms: this browser has no augmented reality (WebXR).",
  },
};
