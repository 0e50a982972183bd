// Written by scripts/texts/add-language.ts.
import type { Messages } from "@scanhook/texts/make-texts";
import deAlerts from "./de/alerts.json" with { type: "json" };
import deErrors from "./de/errors.json" with { type: "json" };
import deMessages from "./de/messages.json" with { type: "json" };
import dePhone from "./de/phone.json" with { type: "json" };
import deVerdictWords from "./de/verdict-words.json" with { type: "json" };
import deVerdicts from "./de/verdicts.json" with { type: "json" };
import enAlerts from "./en/alerts.json" with { type: "json" };
import enErrors from "./en/errors.json" with { type: "json" };
import enMessages from "./en/messages.json" with { type: "json" };
import enPhone from "./en/phone.json" with { type: "json" };
import enVerdictWords from "./en/verdict-words.json" with { type: "json" };
import enVerdicts from "./en/verdicts.json" with { type: "json" };
import esAlerts from "./es/alerts.json" with { type: "json" };
import esErrors from "./es/errors.json" with { type: "json" };
import esMessages from "./es/messages.json" with { type: "json" };
import esPhone from "./es/phone.json" with { type: "json" };
import esVerdictWords from "./es/verdict-words.json" with { type: "json" };
import esVerdicts from "./es/verdicts.json" with { type: "json" };
import frAlerts from "./fr/alerts.json" with { type: "json" };
import frErrors from "./fr/errors.json" with { type: "json" };
import frMessages from "./fr/messages.json" with { type: "json" };
import frPhone from "./fr/phone.json" with { type: "json" };
import frVerdictWords from "./fr/verdict-words.json" with { type: "json" };
import frVerdicts from "./fr/verdicts.json" with { type: "json" };

type Area = "alerts" | "errors" | "messages" | "phone" | "verdictWords" | "verdicts";

/** The messages of each area, in each language. */
export type LanguageTable = Readonly<Record<string, Readonly<Record<Area, Messages>>>>;

/** The texts of the hub, in English first. */
export const languages: LanguageTable = {
  en: {
    alerts: enAlerts,
    errors: enErrors,
    messages: enMessages,
    phone: enPhone,
    verdictWords: enVerdictWords,
    verdicts: enVerdicts,
  },
  de: {
    alerts: deAlerts,
    errors: deErrors,
    messages: deMessages,
    phone: dePhone,
    verdictWords: deVerdictWords,
    verdicts: deVerdicts,
  },
  es: {
    alerts: esAlerts,
    errors: esErrors,
    messages: esMessages,
    phone: esPhone,
    verdictWords: esVerdictWords,
    verdicts: esVerdicts,
  },
  fr: {
    alerts: frAlerts,
    errors: frErrors,
    messages: frMessages,
    phone: frPhone,
    verdictWords: frVerdictWords,
    verdicts: frVerdicts,
  },
};
