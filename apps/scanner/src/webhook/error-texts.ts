import { createErrorTexts } from "@scanhook/texts/error-texts";

/** The sentences of the errors of a hub. */
export const { sayError } = createErrorTexts(
  import.meta.glob("../../../hub/src/texts/*/errors.json", { import: "default" }),
);
