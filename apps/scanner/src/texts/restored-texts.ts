import { restored } from "./en/restored.ts";

/** The texts of a form that was restored; they load with the forms. */
export const restoredTexts: typeof restored = restored;
