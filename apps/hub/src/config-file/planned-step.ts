import type { AlertStore } from "../store/alerts.ts";
import type { ChangeStore } from "../store/changes.ts";
import type { InboxSettings, InboxStore } from "../store/inboxes.ts";
import type { RegisterRecord, RegisterStore } from "../store/registers.ts";
import type { RetentionStore } from "../store/retention.ts";
import type { Routing } from "../store/routing.ts";
import type { ForwardingStore } from "../store/store.ts";
import type { Definitions } from "./parse.ts";
import type { PlannedField } from "./plan-fields.ts";
import type { SecretChanges } from "./secret-changes.ts";

/** The kinds of things that a settings file defines, one for each of its sections. */
export type PlannedKind = "inbox" | "destination" | "route" | "register" | "alerts" | "changes";

/**
 * One thing that applying a settings file changes. `fields` is empty if the file only takes the
 * thing over from the dashboard as it is. `handed over`: it is gone from the file, stays as it is
 * and belongs to the dashboard from then on; `held`: so does a destination, and it is held.
 */
export type PlannedStep = {
  kind: PlannedKind;
  /** Missing for `alerts` and `changes`. */
  name?: string;
  action: "added" | "changed" | "removed" | "held" | "handed over";
  fields: PlannedField[];
  /** A consequence that a person should know about. */
  notice?: string | undefined;
  run(): Promise<StepOutcome>;
};

/**
 * `overtaken`: another process was faster, so the plan has to be made anew. `gone`: what the step
 * needs was removed meanwhile, so it is left out.
 */
export type StepOutcome = "done" | "overtaken" | "gone";

export type PlanningStore = ForwardingStore &
  AlertStore &
  RegisterStore &
  InboxStore &
  ChangeStore &
  RetentionStore;

/** The sources of the steps of a plan: the file, and the store as it is. */
export type Planning = {
  store: PlanningStore;
  secrets: SecretChanges;
  wanted: Definitions;
  routing: Routing;
  registers: readonly RegisterRecord[];
  inboxes: readonly InboxSettings[];
};
