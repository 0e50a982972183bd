import { lazyTexts } from "@scanhook/texts/lazy-texts";
import type { Rooms } from "./types/rooms.ts";

/** The texts about plans of rooms. */
export const { rooms: roomTexts } = lazyTexts<Rooms>(
  import.meta.glob("./*/rooms.json", { import: "default" }),
  ["rooms"],
);
