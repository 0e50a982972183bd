import { serializeScan } from "@scanhook/webhook";
import type { Verdict } from "../registers/register.ts";
import { compileRouting } from "../shaping/filter.ts";
import { ensureOwnInbox, eventsInbox } from "../store/own-inboxes.ts";
import type { DecisionRequest } from "../store/registers.ts";
import type { Store } from "../store/store.ts";

/**
 * Checks an entry in or out by hand, or undoes a movement. The act is stored as a scan, so that the
 * live view, routes and an audit trail have it. `user` is the supervisor who does it, undefined for
 * the owner. Returns the verdict; undefined if the register was removed meanwhile.
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
  const register = (await store.registers()).find(({ id }) => id === request.register);
  if (!register) return undefined;
  await ensureOwnInbox(store, eventsInbox);
  const scan = {
    identifier,
    date: date.toISOString(),
    content: describe(request, register.name),
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
 * Checks out everybody who came in before a time, because of a rule. Every node makes the same scan
 * of it, byte for byte, so the store decides once. Returns undefined if nobody was inside since
 * then.
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

/**
 * Returns what the act is meant to do. It names nobody, because emptying the register does not
 * change scans.
 */
function describe(act: Act, register: string): string {
  if (act.kind === "exit-all")
    return `Check out everybody in ${register} since before ${new Date(act.before).toISOString()}`;
  if (act.kind === "undo") return `Undo movement ${act.movement} of ${register}`;
  if (act.action === "out") return `Check out entry ${act.entry} of ${register} by hand`;
  return `${act.forced ? "Let in" : "Check in"} entry ${act.entry} of ${register} by hand`;
}
