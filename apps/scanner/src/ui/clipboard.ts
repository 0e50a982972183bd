import { copyText } from "@scanhook/page-parts/copy-text";
import { texts } from "../texts/texts.ts";
import { showNotice } from "./notice.svelte.ts";

/** Copies a text at the press of a button and shows whether it succeeded. */
export async function copyWithNotice(text: string, button: HTMLElement): Promise<void> {
  showNotice({ text: (await copyText(text, button)) ? texts.app.copied : texts.app.notCopied });
}
