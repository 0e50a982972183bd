/** The texts about door displays. They load with the registers. */
export const texts = {
  none: "No displays yet.",
  add: "Add a display",
  namesHint: "Everybody in the room reads them.",
  withNames: "with names",
  withoutNames: "without names",
  ready: "The display is ready",
  qr: "QR code of the link of the display",
  link: "Link",
  remove: "Remove",
  removeNamed: (door: string) => `Remove the display of ${door}`,
  removeTitle: "Remove the display?",
  removeText: "Its link ends at once, also where it is open.",
  removed: "The display was removed.",
};
