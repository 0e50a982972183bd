import { createTurns } from "../turns.ts";
import {
  hasEnoughPictures,
  type KeptObject,
  minPictures,
  type Pass,
  picturesOfPass,
} from "./kept-object.ts";
import { makeObject } from "./make-object.ts";
import type { WorkProgress } from "./object-messages.ts";
import type { ObjectRecords } from "./object-records.svelte.ts";
import { connectObjectWorker } from "./object-worker.ts";

/** The number of interrupted attempts after which the work is not started again by itself. */
const maxAttempts = 2;

/** Creates functions that start and stop the work of making objects, one object at a time. */
export function createObjectWork({ state, keptList, find, change }: ObjectRecords) {
  const worker = connectObjectWorker();
  const inTurn = createTurns();
  /** The objects whose work waits or runs. Stopping the work removes the id. */
  let wantedIds = $state.raw<readonly string[]>([]);
  const isWanted = (id: string) => wantedIds.includes(id);

  const run = async (id: string) => {
    const object = find(id);
    if (!object || !isWanted(id)) return;
    state.work = { id, share: 0, stage: "markers" };
    await change(id, { attempts: object.attempts + 1, problem: undefined });
    const onProgress = (progress: WorkProgress) => {
      if (state.work?.id === id) state.work = { id, ...progress };
    };
    const tools = { store: await keptList.openStore(), maker: worker, onProgress };
    const changes = await makeObject(object, { ...tools, isWanted: () => isWanted(id) });
    await change(id, isWanted(id) ? changes : { attempts: 0, problem: "stopped" });
  };

  /** Makes an object. Does nothing if its work waits or runs. */
  const make = async (id: string) => {
    if (isWanted(id)) return;
    wantedIds = [...wantedIds, id];
    await inTurn(() => run(id)).finally(() => {
      wantedIds = wantedIds.filter((each) => each !== id);
      if (state.work?.id === id) state.work = undefined;
    });
  };

  /** Stops the work on an object. Returns whether it ran. */
  const cancel = (id: string): boolean => {
    wantedIds = wantedIds.filter((each) => each !== id);
    const isRunning = state.work?.id === id;
    if (isRunning) worker.stop();
    return isRunning;
  };

  return {
    isWanted,
    make,
    cancel,
    /** Makes an object if the pass that ends is the last one and has enough pictures. */
    async finishPass(id: string, pass: Pass) {
      const object = find(id);
      if (object && isComplete(object, pass)) await make(id);
    },
    /** Stops the work on an object. The pictures are kept. */
    stop(id: string) {
      if (!cancel(id)) void change(id, { problem: "stopped" });
    },
    /** Starts work again that was interrupted, unless memory most likely runs out again. */
    resume(id: string) {
      const object = find(id);
      if (!object || !isInterrupted(object)) return;
      if (object.attempts < maxAttempts || isWanted(id)) void make(id);
      else void change(id, { problem: "interrupted", attempts: 0 });
    },
  };
}

/**
 * Returns whether an object can be made after a pass. It is not made after the first pass of an
 * object that was never made, because the person can turn the object over before.
 */
function isComplete(object: KeptObject, pass: Pass): boolean {
  if (!hasEnoughPictures(object) || (pass === 1 && !object.made)) return false;
  return picturesOfPass(object, pass).length >= minPictures;
}

/** Returns whether the page was closed while it worked on an object. */
const isInterrupted = (object: KeptObject): boolean =>
  object.attempts > 0 && !object.problem && hasEnoughPictures(object);
