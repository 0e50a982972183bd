import { lazyTexts } from "@scanhook/texts/lazy-texts";
import type { Login } from "./types/login.ts";

/** The texts of the log-in. */
export const { login: loginTexts } = lazyTexts<Login>(
  import.meta.glob("./*/login.json", { import: "default" }),
  ["login"],
);
