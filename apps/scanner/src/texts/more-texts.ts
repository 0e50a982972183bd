import { enMore } from "./en-more.ts";

/** The texts of a language for the screens that load later; see {@link Texts}. */
export type MoreTexts = typeof enMore;

/**
 * The texts of the screens that load later, in a module of their own so that the first screen loads
 * faster.
 */
export const moreTexts: MoreTexts = enMore;
