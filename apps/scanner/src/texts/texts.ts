import { en } from "./en.ts";

/** A whole language: whatever English says, the others say too, or they do not compile. */
export type Texts = typeof en;

/** The words of the app. */
export const texts: Texts = en;
