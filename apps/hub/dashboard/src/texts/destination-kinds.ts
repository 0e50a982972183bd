import { lazyTexts } from "@scanhook/texts/lazy-texts";
import type { DestinationKinds } from "./types/destination-kinds.ts";

/** The words of fields that several kinds of destinations have, and of each kind with its own. */
export const { fields: fieldTexts, kinds: destinationKindTexts } = lazyTexts<DestinationKinds>(
  import.meta.glob("./*/destination-kinds.json", { import: "default" }),
  ["fields", "kinds"],
);
