import { lazyTexts } from "@scanhook/texts/lazy-texts";
import type { NotFound } from "./types/not-found.ts";

/** The texts of an address that leads nowhere. */
export const { notFound: notFoundTexts } = lazyTexts<NotFound>(
  import.meta.glob("./*/not-found.json", { import: "default" }),
  ["notFound"],
);
