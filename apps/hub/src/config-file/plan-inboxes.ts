import { type CheckedInbox, toCheckedInbox } from "../definitions/inbox.ts";
import { type Parsed, refuse } from "../parsed.ts";
import type { InboxChange, InboxSettings } from "../store/inboxes.ts";
import { ensureOwnInbox, headsInbox } from "../store/own-inboxes.ts";
import { listFields } from "./plan-fields.ts";
import type { PlannedStep, Planning, PlanningStore } from "./planned-step.ts";
import { describeInbox } from "./print.ts";

/**
 * Plans the inboxes of the file. Users are none of its business. An inbox that is gone from the
 * file is handed over to the dashboard unchanged, because a line that vanishes from a file must not
 * turn scanners away. Refuses to end an audit trail.
 */
export async function planInboxes(planning: Planning): Promise<Parsed<PlannedStep[]>> {
  const { store, wanted, inboxes } = planning;
  const steps: PlannedStep[] = [];
  for (const [name, inbox] of wanted.inboxes) {
    const existing = inboxes.find((record) => record.name === name);
    if (!existing) {
      steps.push(planNew(store, name, inbox));
      continue;
    }
    const change = compareInbox(existing, inbox);
    if (change.audit === false && ((await store.head(name))?.count ?? 0) > 0)
      return refuse(
        `inboxes.${name}.audit: The inbox ${name} has an audit trail with scans, which cannot end. Write audit: true.`,
      );
    if (Object.keys(change).length === 0) continue;
    steps.push({
      kind: "inbox",
      name,
      action: "changed",
      fields: listFields(existing, change),
      notice: await describeDeletion(store, name, inbox, change),
      run: () => changeInbox(store, name, change),
    });
  }
  for (const { name, origin } of inboxes) {
    if (origin !== "file" || wanted.inboxes.has(name)) continue;
    steps.push({
      kind: "inbox",
      name,
      action: "handed over",
      fields: [],
      notice: `The inbox ${name} is gone from the settings file, so it is kept as it is, with its users and scans. Change or remove it in the dashboard.`,
      run: () => changeInbox(store, name, { origin: "dashboard" }),
    });
  }
  return { ok: true, value: steps };
}

function planNew(store: PlanningStore, name: string, inbox: CheckedInbox): PlannedStep {
  const { title, open, ...retention } = inbox;
  return {
    kind: "inbox",
    name,
    action: "added",
    fields: listFields(undefined, describeInbox({ ...inbox, name })),
    async run() {
      const added = await store.addInbox({ name, title, open, origin: "file" });
      if (!added) return "overtaken";
      const { keepDays, keepScans, audit } = retention;
      if (keepDays === 0 && keepScans === 0 && !audit) return "done";
      return changeInbox(store, name, retention);
    },
  };
}

function compareInbox(existing: InboxSettings, wanted: CheckedInbox): InboxChange {
  const current = toCheckedInbox(existing);
  const change: InboxChange = {};
  if (current.title !== wanted.title) change.title = wanted.title;
  if (current.open !== wanted.open) change.open = wanted.open;
  if (current.keepDays !== wanted.keepDays) change.keepDays = wanted.keepDays;
  if (current.keepScans !== wanted.keepScans) change.keepScans = wanted.keepScans;
  if (current.audit !== wanted.audit) change.audit = wanted.audit;
  if (existing.origin !== "file") change.origin = "file";
  return change;
}

async function changeInbox(store: PlanningStore, name: string, change: InboxChange) {
  const outcome = await store.changeInbox(name, change);
  if (outcome !== "changed") return "overtaken";
  if (change.audit) await ensureOwnInbox(store, headsInbox);
  return "done";
}

/** Returns a sentence if new limits are about to delete scans. */
async function describeDeletion(
  store: PlanningStore,
  name: string,
  { keepDays, keepScans, audit }: CheckedInbox,
  change: InboxChange,
): Promise<string | undefined> {
  if (audit || (change.keepDays === undefined && change.keepScans === undefined)) return undefined;
  const limits = { keepDays: keepDays || undefined, keepScans: keepScans || undefined };
  const { scans } = await store.countExpiring(name, limits);
  if (scans === 0) return undefined;
  const counted = scans === 1 ? "1 scan" : `${scans} scans`;
  return `The limits of the inbox ${name} delete ${counted} within an hour.`;
}
