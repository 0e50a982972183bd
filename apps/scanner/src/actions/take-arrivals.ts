import { openScreen } from "../navigation.svelte.ts";
import { type Arrival, deleteArrival } from "./arrivals.ts";
import { showIncoming } from "./incoming.svelte.ts";
import { navigationOptions } from "./link-navigation.ts";

/** Scans a single picture immediately. Otherwise shows the arrivals, so that the person can choose what to do. */
export function takeArrivals(arrivals: readonly Arrival[]): void {
  const [first, ...others] = arrivals;
  if (first?.kind === "picture" && others.length === 0)
    void scanPicture(first, navigationOptions());
  else showIncoming({ kind: "shared", arrivals });
}

/** Scans a picture on the QR tab, as if it was chosen there, and deletes the arrival. */
export async function scanPicture(
  { id, file }: Extract<Arrival, { kind: "picture" }>,
  options: { replace: boolean } = { replace: false },
): Promise<void> {
  const { codeScanning, openPicture } = await import("../tabs/qr/QrTab.svelte");
  openScreen({ tab: "qr", start: false }, options);
  void codeScanning.scanPicture(openPicture(file));
  await deleteArrival(id);
}
