import { openRoute } from "../navigation.svelte.ts";
import { fromLink } from "./address.ts";
import { type Arrival, forgetArrival } from "./arrivals.ts";
import { showIncoming } from "./incoming.svelte.ts";

/** A single picture is scanned at once; of anything else the person chooses what to do with it. */
export function takeArrivals(arrivals: readonly Arrival[]): void {
  const [first, ...others] = arrivals;
  if (first?.kind === "picture" && others.length === 0) void scanPicture(first, fromLink());
  else showIncoming({ kind: "shared", arrivals });
}

/** Reads the codes in a picture, on the QR tab, like one that was chosen there. */
export async function scanPicture(
  { id, file }: Extract<Arrival, { kind: "picture" }>,
  how: { replace: boolean } = { replace: false },
): Promise<void> {
  const { openPicture, scanning } = await import("../tabs/qr/QrTab.svelte");
  openRoute({ tab: "qr", start: false }, how);
  void scanning.readPicture(openPicture(file));
  await forgetArrival(id);
}
