import { content } from "./en/content.ts";
import { formats } from "./en/formats.ts";
import { history } from "./en/history.ts";
import { jobs } from "./en/jobs.ts";
import { links } from "./en/links.ts";
import { more } from "./en/more.ts";
import { pairing } from "./en/pairing.ts";
import { unsent } from "./en/unsent.ts";
import { webhook } from "./en/webhook.ts";

/**
 * The texts of the screens that load later, in a module of their own so that the first screen loads
 * faster.
 */
export const moreTexts = { content, formats, history, jobs, links, more, pairing, unsent, webhook };
