import { lazyTexts } from "@scanhook/texts/lazy-texts";
import type { Forwarding } from "./types/forwarding.ts";

/** The texts about forwarding. */
export const forwardingTexts = lazyTexts<Forwarding>(
  import.meta.glob("./*/forwarding.json", { import: "default" }),
);
