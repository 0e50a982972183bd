import { copyText } from "@scanhook/page-parts/copy-text";
import { copyingTexts } from "../texts/more.ts";
import { showNotice } from "./notice.svelte.ts";

/** Copies a text at the press of a button and shows whether it succeeded. */
export async function copyWithNotice(text: string, button: HTMLElement): Promise<void> {
  const isCopied = await copyText(text, button);
  showNotice({ text: isCopied ? copyingTexts.copied : copyingTexts.notCopied });
}
