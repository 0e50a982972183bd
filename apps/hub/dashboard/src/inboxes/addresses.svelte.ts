import { askHub } from "../session.svelte.ts";

let list: readonly string[] = $state.raw([]);
let chosen = $state("");

/** The base addresses the hub is reached at, the likeliest for a phone first, and the one picked to show. */
export const addresses = {
  get list(): readonly string[] {
    return list;
  },
  /** Without those that lead a phone to itself. */
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

/** Asks the hub for its addresses; until they are there, the one of this page stands in. */
export async function loadAddresses(): Promise<void> {
  const answer = await askHub<{ addresses: string[] }>("GET", "/api/addresses");
  if (answer.ok) list = answer.data.addresses;
}

function isLoopback(address: string): boolean {
  const host = URL.parse(address)?.hostname ?? "";
  return host === "localhost" || host === "[::1]" || host.startsWith("127.");
}
