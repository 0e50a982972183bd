import { inboxesTexts } from "./en/inboxes.ts";
import { page } from "./en/page.ts";
import { scansTexts } from "./en/scans.ts";
import { tagsTexts } from "./en/tags.ts";

/**
 * The English texts of the dashboard, apart from those about forwarding (`en-forwarding.ts`). A
 * translation is a second copy of both, with the same keys.
 */
export const texts = {
  ...page,
  ...scansTexts,
  ...tagsTexts,
  ...inboxesTexts,
  login: { title: "Log in" },
  settings: { title: "Settings" },
  notFound: { title: "Page not found" },
};
