import { pickLanguage, readAcceptLanguage } from "@scanhook/texts/pick-language";
import { hubTexts } from "./hub-texts.ts";

/**
 * Returns the language to answer a request in: the available one that its header `Accept-Language`
 * prefers, else `own`, the language of the hub.
 */
export function pickRequestLanguage(header: string | undefined, own: string): string {
  return header === undefined
    ? own
    : pickLanguage([...readAcceptLanguage(header), own], hubTexts.languages);
}
