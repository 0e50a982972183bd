import { texts } from "../texts/texts.ts";
import { showNotice } from "./notice.svelte.ts";

/** Copies a text and says whether that went well. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showNotice({ text: texts.app.copied });
  } catch {
    showNotice({ text: texts.app.notCopied });
  }
}
