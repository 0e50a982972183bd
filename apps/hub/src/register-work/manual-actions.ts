import { serializeScan } from "@scanhook/webhook";
import type { Action, CheckInAction } from "../registers/register.ts";
import type { Verdict } from "../registers/verdict.ts";
import { compileRouting } from "../shaping/filter.ts";
import type { DecisionRequest } from "../store/decision-request.ts";
import { ensureOwnInbox, eventsInbox } from "../store/own-inboxes.ts";
import type { Store } from "../store/store.ts";
import { forgetOldLeads } from "./forget-leads.ts";

/**
 * Performs an act in a register: books an entry by hand, undoes or corrects a movement, or checks
 * everybody out. The act is stored as a scan, so that it appears in the live view, on routes and in
 * audit trails. `by` is the user of an inbox who acts, undefined for the owner or a rule. Returns
 * the verdict, or undefined if the register no longer exists.
 */
export async function actManually(
  store: Store,
  request: Act,
  details: ActDetails = {},
): Promise<Verdict | undefined> {
  const act = await openActs(store, request.register);
  return act?.(request, details);
}

type ActDetails = {
  by?: { inbox: string; user: string };
  /** The language of the verdict. By default that of the hub. */
  language?: string | undefined;
  now?: Date;
  date?: Date;
  identifier?: string;
  /** Further parts of the scan, which an audit trail then proves. */
  facts?: Readonly<Record<string, unknown>>;
};

/**
 * Returns a function that performs acts in a register, as `actManually` does, so that many of them
 * look up the register and the routes only once. Returns undefined if the register no longer
 * exists.
 */
export async function openActs(
  store: Store,
  id: number,
): Promise<((request: Act, details?: ActDetails) => Promise<Verdict | undefined>) | undefined> {
  const register = (await store.registers()).find((each) => each.id === id);
  if (!register) return undefined;
  await ensureOwnInbox(store, eventsInbox);
  const findRoutes = compileRouting(await store.routing());
  return async (
    request,
    { by, language, now = new Date(), date = now, identifier = crypto.randomUUID(), facts } = {},
  ) => {
    const scan = {
      identifier,
      date: date.toISOString(),
      content: describe(request, register.name),
      tagType: "registerEvent",
      // User names are unique only within an inbox. Routes name a register by its name.
      structured: {
        ...request,
        ...(by && { inbox: by.inbox }),
        registerName: register.name,
        ...facts,
      },
    };
    const { verdict } = await store.append({
      inbox: eventsInbox,
      ...(by && { user: by.user }),
      scan,
      body: serializeScan(scan),
      receivedAt: now,
      // Not a part of the scan, so that the same act in another language is the same scan.
      request: language === undefined ? request : { ...request, language },
      deliveries: findRoutes({ inbox: eventsInbox, ...scan, verdict: "undecided" }).map(
        ({ delivery }) => delivery,
      ),
    });
    const isDropped = verdict?.code === "no-consent" || verdict?.code === "undone";
    if (isDropped && register.kind === "leads") await forgetOldLeads(store, id, { now: +now });
    return verdict;
  };
}

/**
 * Checks out everybody who came in before a time (milliseconds since 1970), as a rule of the
 * register demands. Every node stores the same scan for this, byte for byte, so the store decides
 * only once. Returns undefined if no guest has been inside since before that time.
 */
export function exitAll(
  store: Store,
  { register, before }: { register: number; before: number },
): Promise<Verdict | undefined> {
  const date = new Date(before);
  const identifier = `exit-all:${register}:${date.toISOString()}`;
  return actManually(store, { kind: "exit-all", register, before }, { date, identifier });
}

const verbs: Record<Exclude<Action, CheckInAction>, string> = {
  add: "Add",
  remove: "Remove",
  move: "Move",
  count: "Count",
  lend: "Lend",
  return: "Return",
  "lend-or-return": "Lend or return",
  inspect: "Inspect",
  meet: "Add as a lead",
};

/** A decision that no scan asks for. */
export type Act = Exclude<DecisionRequest, { kind: "scan" }>;

/**
 * Returns the content of the act's scan. It holds no names of guests, because scans outlive the
 * names when a register is emptied.
 */
function describe(act: Act, register: string): string {
  if (act.kind === "exit-all")
    return `Check out everybody in ${register} since before ${new Date(act.before).toISOString()}`;
  if (act.kind === "undo") return `Undo movement ${act.movement} of ${register}`;
  if (act.kind === "round") return `Round ${act.round} of ${register}: ${act.code}`;
  if (act.kind === "correct") return `Correct movement ${act.movement} of ${register}`;
  if (act.kind === "answer") return `Answer movement ${act.movement} of ${register}`;
  if (act.kind === "set-due") return `Set the date of entry ${act.entry} of ${register}`;
  if (act.kind === "remind") return `Entry ${act.entry} of ${register} is ${act.stage}`;
  const of = `entry ${act.entry} of ${register} by hand`;
  if (act.action === "in") return `${act.forced ? "Let in" : "Check in"} ${of}`;
  if (act.action === "out") return `Check out ${of}`;
  return `${verbs[act.action]} ${of}`;
}
