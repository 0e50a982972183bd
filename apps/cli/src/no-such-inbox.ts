import type { Store } from "@scanhook/hub";
import { nearest } from "./nearest.ts";

/** One sentence for a name that no inbox has, with the one that was probably meant, else all there are. */
export async function noSuchInbox(store: Pick<Store, "inboxes">, name: string): Promise<string> {
  const names = (await store.inboxes()).map((one) => one.name);
  const near = nearest(name, names);
  const advice = near ? `did you mean ${near}?` : all(names);
  return `There is no inbox "${name}"; ${advice}\n`;
}

function all(names: string[]): string {
  if (names.length === 0) return 'there is none at all yet; "scanhook inbox add NAME" makes one.';
  if (names.length === 1) return `there is only ${names[0]}.`;
  return `there are ${names.slice(0, 10).join(", ")}${names.length > 10 ? ", …" : "."}`;
}
