import { lazyTexts } from "@scanhook/texts/lazy-texts";
import type { First } from "./types/first.ts";

/** The texts of the first screen. */
export const texts = lazyTexts<First>(import.meta.glob("./*/first.json", { import: "default" }));
