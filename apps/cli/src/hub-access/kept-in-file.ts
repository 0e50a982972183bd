import type { Store } from "@scanhook/hub";

/** Returns whether the settings file defines an inbox, so that it is changed only there. */
export async function isKeptInFile(
  store: Pick<Store, "inboxSettings">,
  inbox: string,
): Promise<boolean> {
  const inboxes = await store.inboxSettings();
  return inboxes.some(({ name, origin }) => name === inbox && origin === "file");
}
