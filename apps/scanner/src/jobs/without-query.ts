/** Returns an address without its query and fragment, which may contain secrets. */
export function withoutQuery(address: string): string {
  const url = URL.parse(address);
  return url ? url.origin + url.pathname : address;
}
