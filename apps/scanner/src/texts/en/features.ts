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
  document: {
    title: "Documents",
    lead: "Photograph pages and get one clean PDF with searchable text.",
    willDo: [
      "Find each page in its picture and straighten it",
      "Even out shadows and light",
      "Combine the pages into one PDF on this device",
    ],
    needs: ["A camera"],
    can: "This browser can use a camera.",
    cannot: "This browser offers no camera to this page.",
  },
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
