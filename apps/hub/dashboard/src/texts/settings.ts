import { lazyTexts } from "@scanhook/texts/lazy-texts";
import type { Settings } from "./types/settings.ts";

/** The texts of the settings. */
export const {
  account: accountTexts,
  alerts: alertTexts,
  backup: backupTexts,
  changes: changesTexts,
  people: peopleTexts,
  roles: roleTexts,
  tokens: tokensTexts,
  signOn: signOnTexts,
  settings: settingsTexts,
  inboxLimit: inboxLimitTexts,
  personOfUser: personOfUserTexts,
} = lazyTexts<Settings>(import.meta.glob("./*/settings.json", { import: "default" }), [
  "account",
  "alerts",
  "backup",
  "changes",
  "people",
  "roles",
  "tokens",
  "signOn",
  "settings",
  "inboxLimit",
  "personOfUser",
]);
