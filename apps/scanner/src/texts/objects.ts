import { lazyTexts } from "@scanhook/texts/lazy-texts";
import type { Objects } from "./types/objects.ts";

/** The texts about scanning objects. */
export const { objects: objectTexts, openObject: openObjectTexts } = lazyTexts<Objects>(
  import.meta.glob("./*/objects.json", { import: "default" }),
  ["objects", "openObject"],
);
