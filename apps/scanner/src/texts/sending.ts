import { lazyTexts } from "@scanhook/texts/lazy-texts";
import type { Sending } from "./types/sending.ts";

/** The texts about requests that got no response, or a refusal without a sentence. */
export const { sending: sendingTexts } = lazyTexts<Sending>(
  import.meta.glob("./*/sending.json", { import: "default" }),
  ["sending"],
);
