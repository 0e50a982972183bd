import { rooms } from "./en/rooms.ts";

/** The texts of the rooms in the tab 3D, which load with it. */
export const roomTexts: typeof rooms = rooms;
