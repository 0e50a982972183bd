import { ownInboxes } from "../store/own-inboxes.ts";
import type { Store } from "../store/store.ts";
import type { Definitions } from "./parse.ts";

/** One sentence for each inbox that the settings file names and the store does not have. */
export type MissingInboxes = {
  routes: string[];
  /** A register is bound to a missing inbox as soon as somebody creates the inbox. */
  registers: string[];
};

export async function describeMissingInboxes(
  { inboxes, routes, registers }: Pick<Definitions, "inboxes" | "routes" | "registers">,
  store: Pick<Store, "inbox">,
): Promise<MissingInboxes> {
  const missing: MissingInboxes = { routes: [], registers: [] };
  const isThere = async (inbox: string) =>
    inboxes.has(inbox) || (await store.inbox(inbox)) !== undefined;
  for (const [name, { inbox }] of routes) {
    if (inbox === undefined || ownInboxes.includes(inbox)) continue;
    if (await isThere(inbox)) continue;
    missing.routes.push(
      `The route ${name} takes the scans of the inbox ${inbox}, which does not exist.`,
    );
  }
  for (const [name, { bindings }] of registers) {
    for (const { inbox } of bindings) {
      if (await isThere(inbox)) continue;
      missing.registers.push(
        `The register ${name} decides about the scans of the inbox ${inbox}, which does not exist.`,
      );
    }
  }
  return missing;
}
