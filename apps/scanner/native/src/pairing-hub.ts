/**
 * Returns the page of the hub and the pairing code of a link that `findPairingCode` has accepted.
 */
export function toPairingHub(link: string): { page: string; code: string } {
  const url = new URL(link);
  const code = new URLSearchParams(url.hash.replace(/^#\/pair\?/, "")).get("code") ?? "";
  url.hash = "";
  return { page: url.href, code };
}
