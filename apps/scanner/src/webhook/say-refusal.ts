import { pageLanguage } from "@scanhook/texts/reader";
import type { HubError } from "@scanhook/texts/translate-error";

/**
 * Returns why a receiver refused, in the language of this page if the sentence is one of a hub.
 * Never rejects.
 */
export async function sayRefusal(error: HubError): Promise<string> {
  if (pageLanguage() === "en") return error.message;
  const loading = import("./error-texts.ts").then(({ sayError }) => sayError(error));
  return loading.catch(() => error.message);
}
