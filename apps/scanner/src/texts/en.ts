import { app } from "./en/app.ts";
import { scan } from "./en/scan.ts";

/** English, the language every text is written in first: what the first screen says. */
export const en = { app, scan };
