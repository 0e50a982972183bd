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
  request: Act,
  {
    user,
    now = new Date(),
    date = now,
    identifier = crypto.randomUUID(),
  }: { user?: string | undefined; now?: Date; date?: Date; identifier?: string } = {},
): Promise<Verdict | undefined> {
  if (!(await store.inbox(eventsInbox)))
    await store.addInbox({ name: eventsInbox, title: "Acts in registers", open: false });
  const scan = {
    identifier,
    date: date.toISOString(),
    content: `register ${request.register} ${describe(request)}`,
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

/**
 * Checks out everybody who came in before a time, because of a rule. Every node makes the same scan of it, byte for byte, so the
 * store decides once. Returns undefined if nobody was inside since then.
 */
export function exitAll(
  store: Store,
  { register, before }: { register: number; before: number },
): Promise<Verdict | undefined> {
  const date = new Date(before);
  const identifier = `exit-all:${register}:${date.toISOString()}`;
  return actByHand(store, { kind: "exit-all", register, before }, { date, identifier });
}

type Act = Exclude<DecisionRequest, { kind: "scan" }>;

function describe(act: Act): string {
  if (act.kind === "exit-all") return `exit-all ${new Date(act.before).toISOString()}`;
  return act.kind === "undo" ? `undo ${act.movement}` : `${act.action} ${act.entry}`;
}
