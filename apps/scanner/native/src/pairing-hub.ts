/** Takes a link apart that `pairingCode` of pairing-code.ts has let through. */
export function hubOf(link: string): { page: string; code: string } {
  const url = new URL(link);
  const code = new URLSearchParams(url.hash.replace(/^#\/pair\?/, "")).get("code") ?? "";
  url.hash = "";
  return { page: url.href, code };
}
