import { objects } from "./en/objects.ts";

/** The texts of the objects in the tab 3D, which load with it. */
export const objectTexts: typeof objects = objects;
