import { openObject } from "./en/open-object.ts";

/** The texts of an object, which load with the first one that is opened. */
export const openObjectTexts: typeof openObject = openObject;
