import { en } from "./en.ts";

/**
 * The texts of a language for the first screen. A language that lacks a text of English does not
 * compile.
 */
export type Texts = typeof en;

/** The texts of the first screen in the language of the app. */
export const texts: Texts = en;
