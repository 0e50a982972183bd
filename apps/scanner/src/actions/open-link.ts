import { parseActionLink } from "../links/link.ts";
import { listOwnPages } from "../links/own-pages.ts";
import { runAction } from "./run.ts";

/**
 * Follows an untrusted link that the app was opened with, or shows why it was refused. Every link
 * from the address bar, the system or the native shell comes through this function, at the start of
 * the app and while it runs.
 */
export function openLink(link: string): void {
  void runAction(parseActionLink(link, listOwnPages()), link);
}
