import { jobs } from "../jobs/jobs.svelte.ts";
import { toPageAddress } from "./link.ts";

/**
 * Lists the web addresses of this app: the current page, and the scanner pages of the hubs
 * of its jobs.
 */
export function listOwnPages(): string[] {
  const hubPages = jobs.all.flatMap(({ url }) => toHubPage(url) ?? []);
  return [toPageAddress(location.href) ?? "", ...hubPages];
}

/**
 * Returns the scanner page of the hub that the job that is on sends to; undefined if it sends to
 * none, or to another receiver.
 */
export function findHubPage(): string | undefined {
  return toHubPage(jobs.receiverUrl);
}

function toHubPage(receiverUrl: string): string | undefined {
  const receiver = URL.parse(receiverUrl);
  return receiver?.pathname.startsWith("/in/") ? `${receiver.origin}/scan/` : undefined;
}
