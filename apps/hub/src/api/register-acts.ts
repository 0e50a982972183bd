import { serializeScan } from "@scanhook/webhook";
import type { Verdict } from "../registers/register.ts";
import { compileRouting } from "../shaping/filter.ts";
import type { DecisionRequest } from "../store/registers.ts";
import type { Store } from "../store/store.ts";

/** The inbox that receives what people do in registers without a scanner. Its scans name entries by their number only. */
export const eventsInbox = "register-events";

/**
 * Checks an entry in or out by hand, or undoes a movement. The act is stored as a scan, so that the live view, routes and an audit
 * trail have it. `user` is the supervisor who does it, undefined for the owner. Returns the verdict; undefined if the register was removed meanwhile.
 */
export async function actByHand(
  store: Store,
  request: Exclude<DecisionRequest, { kind: "scan" }>,
  { user, now = new Date() }: { user?: string | undefined; now?: Date } = {},
): Promise<Verdict | undefined> {
  if (!(await store.inbox(eventsInbox)))
    await store.addInbox({ name: eventsInbox, title: "Acts in registers", open: false });
  const subject =
    request.kind === "undo" ? `undo ${request.movement}` : `${request.action} ${request.entry}`;
  const scan = {
    identifier: crypto.randomUUID(),
    date: now.toISOString(),
    content: `register ${request.register} ${subject}`,
    tagType: "registerEvent",
    structured: request,
  };
  const findRoutes = compileRouting(await store.routing());
  const { verdict } = await store.append({
    inbox: eventsInbox,
    ...(user !== undefined && { user }),
    scan,
    body: serializeScan(scan),
    receivedAt: now,
    request,
    deliveries: findRoutes({ inbox: eventsInbox, ...scan, verdict: "undecided" }).map(
      ({ delivery }) => delivery,
    ),
  });
  return verdict;
}
