import { app } from "./en/app.ts";
import { history } from "./en/history.ts";
import { scan } from "./en/scan.ts";

/** English, the language every text is written in first. */
export const en = { app, history, scan };
