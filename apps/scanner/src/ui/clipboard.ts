import { texts } from "../texts/texts.ts";
import { showNotice } from "./notice.svelte.ts";

/** Copies a text and shows whether it succeeded. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showNotice({ text: texts.app.copied });
  } catch {
    showNotice({ text: texts.app.notCopied });
  }
}
