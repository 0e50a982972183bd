import { askInPageLanguage } from "./response-language.ts";

/**
 * Sends requests to a receiver, in the language of this page. The native shell has its own, which
 * CORS does not limit: native/src/receiver-fetch.ts.
 */
export const receiverFetch: typeof fetch = (input, init) =>
  fetch(input, askInPageLanguage(init, navigator.languages[0]));
