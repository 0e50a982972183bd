import { createErrorTexts } from "@scanhook/texts/error-texts";

/** The sentences of the errors of the hub. */
export const { sayError, sayCode } = createErrorTexts(
  import.meta.glob("../../src/texts/*/errors.json", { import: "default" }),
);
