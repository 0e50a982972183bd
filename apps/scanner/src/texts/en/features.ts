/** The tabs whose function is still to come: what it will do, and what it needs. */
export const features = {
  coming: "Not in this version yet.",
  willDo: "What it will do",
  needs: "What it needs",
  device: "This device",
  yes: "yes",
  no: "no",
  today: "What works today",
  todayText:
    "QR codes and barcodes, with the camera or from a picture; NFC tags, in Chrome on Android.",
  toQr: "Scan a code",
  document: {
    title: "Documents",
    lead: "Photograph pages, get one clean PDF with text that can be searched.",
    willDo: [
      "Find the page in the picture and straighten it",
      "Even out shadows and light",
      "Put pages into one PDF, on this device",
    ],
    needs: ["A camera"],
    can: "This browser can use a camera.",
    cannot: "This browser offers no camera to this page.",
  },
  "3d": {
    title: "Objects and rooms",
    lead: "Walk round a thing or through a room, get a 3D model or a floor plan.",
    willDo: [
      "Objects: a model in true size from a video, on a printed mat",
      "Rooms: a floor plan with dimensions",
    ],
    needs: ["Objects: a camera and WebGL", "Rooms: WebXR, which is in Chrome on Android"],
    canObjects: "Objects: this browser has what it takes.",
    cannotObjects: "Objects: this browser offers no camera or no WebGL.",
    canRooms: "Rooms: this browser has augmented reality (WebXR).",
    cannotRooms: "Rooms: this browser has no augmented reality (WebXR).",
  },
};
