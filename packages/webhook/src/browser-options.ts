/**
 * Returns the options of a request that keep a browser from adding credentials of its own or asking
 * for them. Runtimes without cookies lack these options.
 */
export function chooseBrowserOptions(): RequestInit {
  if (!("credentials" in Request.prototype)) return {};
  return { credentials: "omit", cache: "no-store", referrerPolicy: "no-referrer" };
}
