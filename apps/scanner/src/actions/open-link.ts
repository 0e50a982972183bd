import { settings } from "../settings.svelte.ts";
import { pageOf, parseActionLink } from "./link.ts";
import { run } from "./run.ts";

/**
 * The one way in: whatever link the app was opened with, from the address bar, the system or a shell, when it starts
 * and while it runs. It may say anything; what it asks for is done, or why not is shown.
 */
export function openLink(link: string): void {
  void run(parseActionLink(link, ownPages()), link);
}

/** Under which addresses this app is known: this page, and the page of the hub that it sends to. */
export function ownPages(): string[] {
  const receiver = URL.parse(settings.receiverUrl);
  const hub = receiver?.pathname.startsWith("/in/") ? [`${receiver.origin}/scan/`] : [];
  return [pageOf(location.href) ?? "", ...hub];
}
