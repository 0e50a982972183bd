import { lazyTexts } from "@scanhook/texts/lazy-texts";
import type { Page } from "./types/page.ts";

/** The texts of the first screens: the frame of the page, scans, tags and inboxes. */
export const texts = lazyTexts<Page>(import.meta.glob("./*/page.json", { import: "default" }));
