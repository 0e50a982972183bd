import { withTexts } from "@scanhook/texts/lazy-texts";
import { texts } from "../texts/first.ts";
import { showNotice } from "./notice.svelte.ts";

/**
 * Resolves with a part of the app. If it cannot be loaded, shows a notice and resolves to
 * undefined.
 */
export async function orNotice<Part>(loading: Promise<Part>): Promise<Part | undefined> {
  try {
    return await withTexts(loading);
  } catch {
    showNotice({ text: texts.app.notLoaded.brief });
    return undefined;
  }
}
