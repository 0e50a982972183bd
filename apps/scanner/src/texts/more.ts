import { lazyTexts } from "@scanhook/texts/lazy-texts";
import type { More } from "./types/more.ts";

/** The texts of the tab More, of the history, and of what a code contains. */
export const moreTexts = lazyTexts<More>(import.meta.glob("./*/more.json", { import: "default" }), [
  "copying",
  "restored",
  "leads",
]);

export const { copying: copyingTexts, restored: restoredTexts, leads: leadTexts } = moreTexts;

/** Returns the name of a code format, or its identifier if it has none. */
export function nameFormat(format: string): string {
  const { formats } = moreTexts;
  return Object.hasOwn(formats, format) ? formats[format as keyof typeof formats] : format;
}
