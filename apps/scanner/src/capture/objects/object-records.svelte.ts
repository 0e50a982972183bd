import type { Paper } from "@scanhook/objects";
import { createKeptList } from "../files/kept-list.svelte.ts";
import { type KeptObject, newObject, type Pass } from "./kept-object.ts";
import type { WorkProgress } from "./object-messages.ts";
import { createObjectStore } from "./object-store.ts";

/**
 * `full` and `failed`: a change could not be written to the disk. `too-many` and `unreadable`:
 * pictures could not be added.
 */
export type KeptObjectProblem =
  | { kind: "full" | "failed" | "too-many" }
  | { kind: "unreadable"; names: string[] };

/** The state that the page shows besides the objects themselves. */
type ObjectsState = {
  problem: KeptObjectProblem | undefined;
  /** The progress of adding the pictures that were chosen for a pass. */
  intake: { pass: Pass; done: number; total: number } | undefined;
  work: ({ id: string } & WorkProgress) | undefined;
};

export type ObjectRecords = ReturnType<typeof createObjectRecords>;

/** Creates the records of the objects on this device, and of the one that is open. */
export function createObjectRecords() {
  const state = $state<ObjectsState>({ problem: undefined, intake: undefined, work: undefined });
  const keptList = createKeptList("objects", createObjectStore);
  let currentId = $state<string | undefined>();
  /** An object without pictures, which is not kept yet. */
  let draft = $state.raw<KeptObject | undefined>();
  const current = $derived(
    draft?.id === currentId ? draft : keptList.list.find(({ id }) => id === currentId),
  );
  const find = (id: string) =>
    keptList.list.find((object) => object.id === id) ?? (draft?.id === id ? draft : undefined);

  return {
    state,
    keptList,
    find,
    get current() {
      return current;
    },
    /**
     * Changes an object and writes it to the disk, unless it is a draft without pictures. Returns
     * false if the object no longer exists or the write fails.
     */
    async change(id: string, changes: Partial<KeptObject>): Promise<boolean> {
      const before = find(id);
      if (!before) return false;
      const next = { ...before, ...changes, changedAt: Date.now() };
      if (draft?.id === id) {
        draft = next.pictures.length > 0 ? undefined : next;
        if (draft) return true;
      }
      keptList.put(next);
      const result = await keptList.save(next);
      if (!result.ok) state.problem = { kind: result.reason };
      return result.ok;
    },
    /** Starts an object and opens it. It is written to the disk with its first picture. */
    create(name: string, paper: Paper) {
      state.problem = undefined;
      draft = newObject(name, paper);
      currentId = draft.id;
    },
    open(id: string) {
      state.problem = undefined;
      currentId = id;
    },
    /** Leaves the open object. Its work goes on. */
    close() {
      currentId = undefined;
      draft = undefined;
      state.problem = undefined;
    },
    async remove(id: string) {
      if (currentId === id) currentId = undefined;
      await keptList.remove(id);
    },
  };
}
