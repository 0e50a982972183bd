import { deliveriesTexts } from "./en/forwarding/deliveries.ts";
import { destinationsTexts } from "./en/forwarding/destinations.ts";
import { messagesTexts } from "./en/forwarding/messages.ts";
import { routesTexts } from "./en/forwarding/routes.ts";

/**
 * The English texts about forwarding. They are apart from `en.ts` because their screens load when
 * they are first opened.
 */
export const texts = {
  ...routesTexts,
  ...destinationsTexts,
  ...deliveriesTexts,
  ...messagesTexts,
};
