/** The texts of the door display. */
export const texts = {
  pageTitle: "Door display",
  title: (register: string) => `${register} · door display`,
  allDoors: "All doors",
  inside: (capacity?: number) =>
    capacity === undefined ? "inside" : `of ${capacity.toLocaleString()} inside`,
  full: "Full",
  waiting: { word: "Ready", text: "No scan yet." },
  where: (door: string, time: string) => `${door} · ${time}`,
  connecting: { word: "Connecting", text: "The hub has not responded yet." },
  lost: {
    word: "No connection",
    text: (time: string) => `Since ${time}. The counts may be old.`,
  },
  ended: {
    word: "Link ended",
    text: "This link shows nothing any more. Ask the owner of the hub for a new one.",
  },
  fullScreen: "Full screen",
};
