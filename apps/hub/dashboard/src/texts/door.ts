import { lazyTexts } from "@scanhook/texts/lazy-texts";
import type { Door } from "./types/door.ts";

/** The texts of a door display. */
export const { door: doorTexts } = lazyTexts<Door>(
  import.meta.glob("./*/door.json", { import: "default" }),
  ["door"],
);
