import { app } from "./en/app.ts";
import { scan } from "./en/scan.ts";

/**
 * The English texts of the first screen. English is the language that every text is written in
 * first.
 */
export const en = { app, scan };
