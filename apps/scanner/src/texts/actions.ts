import { lazyTexts } from "@scanhook/texts/lazy-texts";
import type { Actions } from "./types/actions.ts";

/** The texts about actions that other apps and links ask for. */
export const { actions: actionTexts } = lazyTexts<Actions>(
  import.meta.glob("./*/actions.json", { import: "default" }),
  ["actions"],
);
