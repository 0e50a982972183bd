import { enMore } from "./en-more.ts";

/** The rest of a language; see {@link Texts}. */
export type MoreTexts = typeof enMore;

/** The words of the screens that are loaded later, apart so that the first one is there sooner. */
export const moreTexts: MoreTexts = enMore;
