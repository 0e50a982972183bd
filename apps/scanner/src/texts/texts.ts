import { app } from "./en/app.ts";
import { scan } from "./en/scan.ts";

/** The texts of the first screen. */
export const texts = { app, scan };
