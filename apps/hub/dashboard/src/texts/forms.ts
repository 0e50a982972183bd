import { lazyTexts } from "@scanhook/texts/lazy-texts";
import type { Forms } from "./types/forms.ts";

/** The texts of forms that have their values again, and of edits that meet a newer state. */
export const { restored: restoredTexts, stale: staleTexts } = lazyTexts<Forms>(
  import.meta.glob("./*/forms.json", { import: "default" }),
  ["restored", "stale"],
);
