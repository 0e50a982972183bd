import { documents } from "./en/documents.ts";

/** The texts of the tab Document, which load with it. */
export const documentTexts: typeof documents = documents;
