import { callApi } from "../session.svelte.ts";

let list: readonly string[] = $state.raw([]);
let chosen = $state("");

/**
 * The base URLs of the hub, the most likely one for a phone first, and the one that the owner
 * chose.
 */
export const addresses = {
  get list(): readonly string[] {
    return list;
  },
  /** The list without loopback addresses, which would lead a phone to itself. */
  get listForPhones(): readonly string[] {
    return list.filter((address) => !isLoopback(address));
  },
  get chosen(): string {
    return list.includes(chosen) ? chosen : (list[0] ?? location.origin);
  },
  set chosen(address: string) {
    chosen = address;
  },
  get forPhones(): string | undefined {
    const usable = addresses.listForPhones;
    return usable.includes(chosen) ? chosen : (usable[0] ?? list[0]);
  },
};

/** Loads the addresses of the hub. Until then, the address of this page is used. */
export async function loadAddresses(): Promise<void> {
  const result = await callApi<{ addresses: string[] }>("GET", "/api/addresses");
  if (result.ok) list = result.data.addresses;
}

function isLoopback(address: string): boolean {
  const host = URL.parse(address)?.hostname ?? "";
  return host === "localhost" || host === "[::1]" || host.startsWith("127.");
}
