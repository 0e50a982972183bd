import {
  type Plan,
  type PlanProblem,
  parsePlan,
  type Room,
  type SettledPlan,
  settlePlan,
} from "@scanhook/rooms";
import { createKeptList } from "../files/kept-list.svelte.ts";
import { createKeptRecords } from "../files/kept-records.ts";
import { describePlanProblem } from "./describe-plan.ts";
import { type KeptPlan, newPlan, parseKeptPlan, storePlan } from "./kept-plan.ts";
import type { Walk } from "./walk.ts";

/**
 * `full` and `failed`: a change could not be written to the disk. `refused`: a change was not made,
 * because the walls would not close. `unreadable`: a file is not a plan.
 */
export type KeptPlanProblem =
  | { kind: "full" | "failed" }
  | { kind: "refused" | "unreadable"; sentence: string };

/** The plans of this device, and the one that is open. */
function createPlans() {
  const state = $state<{ problem: KeptPlanProblem | undefined }>({ problem: undefined });
  const keptList = createKeptList("rooms", (files) =>
    createKeptRecords<KeptPlan>(files, {
      names: ["plan-0.json", "plan-1.json"],
      field: "plan",
      parse: parseKeptPlan,
      store: storePlan,
    }),
  );
  let current = $state.raw<KeptPlan | undefined>();
  let undoStack = $state.raw<KeptPlan[]>([]);

  const settled = $derived.by((): SettledPlan | undefined => {
    const result = current?.plan && settlePlan(current.plan);
    return result?.ok ? result.settled : undefined;
  });

  /** Shows a plan at once and writes it after all earlier changes. */
  const show = async (plan: KeptPlan) => {
    current = plan;
    const result = await keptList.save(plan);
    if (result.ok) keptList.put(plan);
    else state.problem = { kind: result.reason };
  };

  /**
   * Changes the open plan, and writes it if it has a room or a walk. Returns false and sets
   * `state.problem` if the walls would not close.
   */
  const change = (changes: Partial<KeptPlan>): boolean => {
    if (!current) return false;
    const next = { ...current, ...changes, changedAt: Date.now() };
    const result = next.plan && settlePlan(next.plan);
    if (result && !result.ok) {
      state.problem = { kind: "refused", sentence: describePlanProblem(result.problem) };
      return false;
    }
    if (state.problem?.kind === "refused") state.problem = undefined;
    if (current.plan && changes.walk === undefined) undoStack = [...undoStack, current];
    if (next.plan || next.walk) void show(next);
    else current = next;
    return true;
  };

  return {
    state,
    keeping: keptList.state,
    get list() {
      return keptList.list;
    },
    get current() {
      return current;
    },
    /** The open plan with its walls closed; undefined until it has a room. */
    get settled() {
      return settled;
    },
    get canUndo() {
      return undoStack.length > 0;
    },
    load: keptList.load,
    /** Starts a plan. It is written to the disk with its first room or walk. */
    create(name: string, units: KeptPlan["units"]) {
      undoStack = [];
      state.problem = undefined;
      current = newPlan(name, units);
      keptList.askToPersist();
    },
    /**
     * Opens a plan that was exported as JSON, and keeps it as a new plan. Returns false and sets
     * `state.problem` if the file is not a plan.
     */
    async openFile(file: Blob): Promise<boolean> {
      const refuse = (problem: PlanProblem) => {
        state.problem = { kind: "unreadable", sentence: describePlanProblem(problem) };
        return false;
      };
      const parsed = parsePlan(await file.text());
      if (!parsed.ok) return refuse(parsed.problem);
      const { plan } = parsed;
      const result = settlePlan(plan);
      if (!result.ok) return refuse(result.problem);
      undoStack = [];
      state.problem = undefined;
      keptList.askToPersist();
      await show({ ...newPlan(plan.name, plan.units), plan });
      return true;
    },
    open(id: string) {
      undoStack = [];
      state.problem = undefined;
      current = keptList.list.find((plan) => plan.id === id);
    },
    /** Leaves the open plan. A plan that never had a room or a walk is lost. */
    close() {
      current = undefined;
      undoStack = [];
      state.problem = undefined;
    },
    /**
     * Changes the plan. If its walls would not close, returns false, sets `state.problem` and
     * changes nothing.
     */
    changePlan: (plan: Plan): boolean => change({ plan }),
    /** Adds a room that was drawn or scanned, and the joins that lead to it. Drops the walk. */
    addRoom(room: Room, joins: Plan["joins"] = []): boolean {
      if (!current) return false;
      const { name, units, plan } = current;
      const before = plan ?? { name, units, rooms: [], joins: [] };
      return change({
        plan: {
          ...before,
          rooms: [...before.rooms, room],
          joins: [...before.joins, ...joins],
        },
        walk: undefined,
      });
    },
    /** Writes a walk to the disk, so that its walls outlive the page. */
    keepWalk: (walk: Walk) => change({ walk }),
    dropWalk: () => change({ walk: undefined }),
    rename(name: string) {
      if (!current) return;
      const { plan } = current;
      change({ name, plan: plan && { ...plan, name } });
    },
    changeUnits(units: KeptPlan["units"]) {
      if (!current) return;
      const { plan } = current;
      change({ units, plan: plan && { ...plan, units } });
    },
    undo() {
      const before = undoStack.at(-1);
      if (!before) return;
      undoStack = undoStack.slice(0, -1);
      state.problem = undefined;
      void show(before);
    },
    async remove(id: string) {
      if (current?.id === id) current = undefined;
      await keptList.remove(id);
    },
    dismissProblem() {
      state.problem = undefined;
    },
  };
}

/** The plans of the app, which stay loaded while other tabs are shown. */
export const plans = createPlans();
