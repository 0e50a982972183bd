import { texts } from "../texts/texts.ts";
import { showNotice } from "./notice.svelte.ts";

/**
 * Resolves with a part of the app. If it cannot be loaded, shows a notice and resolves to
 * undefined.
 */
export async function orNotice<Part>(loading: Promise<Part>): Promise<Part | undefined> {
  try {
    return await loading;
  } catch {
    showNotice({ text: texts.app.notLoaded.brief });
    return undefined;
  }
}
