import { openScreen } from "../navigation.svelte.ts";
import { orNotice } from "../ui/or-notice.ts";
import { deleteArrival, type FileArrival } from "./arrivals.ts";

/** Scans a picture on the QR tab, as if it was chosen there, and deletes the arrival. */
export async function scanPicture({ id, file }: FileArrival): Promise<void> {
  const tab = await orNotice(import("../tabs/qr/QrTab.svelte"));
  if (!tab) return;
  openScreen({ tab: "qr", start: false });
  void tab.codeScanning.scanPicture(tab.openPicture(file));
  await deleteArrival(id);
}

/**
 * Adds files to the open document, or to a new document, and deletes the arrivals. Keeps them if
 * the device has no space.
 */
export async function addToDocument(arrivals: readonly FileArrival[]): Promise<void> {
  const tab = await orNotice(import("../capture/tabs/document/DocumentTab.svelte"));
  if (!tab) return;
  openScreen({ tab: "document", start: false });
  const files = arrivals.map(({ file, name }) => new File([file], name, { type: file.type }));
  if (!(await tab.addToDocument(files))) return;
  for (const { id } of arrivals) await deleteArrival(id);
}
