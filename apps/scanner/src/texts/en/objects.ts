/** The texts of the objects in the list of the tab 3D, which load with it. */
export const objectTexts = {
  title: "Objects",
  lead: "Put an object on a printed mat, take pictures from all sides, and get its shape with its size in millimeters. Everything stays on this device; nothing is uploaded.",
  scan: "Scan an object",
  captured: "Apple's capture",
  system: {
    title: "Scan an object",
    lead: "Put the object on a surface with some pattern, in even light, and walk round it. It can be turned over for its underside.",
    start: "Start the capture",
    running: "The capture is open.",
    other: "Use a printed mat",
    back: "Cancel",
    failed:
      "The object was not captured. Allow the camera for this app in the settings of the phone, free some space, and try again in good light; or use a printed mat.",
  },
  newName: (date: Date) =>
    `Object ${[date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-")}`,
  pictureCount: (count: number) => (count === 1 ? "1 picture" : `${count} pictures`),
  working: (share: number) => `Working, ${Math.round(100 * share)} %`,
  unfinished: "Not finished",
  megabytes: (bytes: number) => `${Math.max(0.1, bytes / 1e6).toFixed(1)} MB`,
  notKept:
    "This browser does not let the page store files, as in some private windows. Save the object before you close the page.",
  mayBeDeleted:
    "This browser may delete objects when space runs low, and Safari after a week without a visit. Install the app, or save each object.",
};
