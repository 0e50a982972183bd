import type { Paper } from "@scanhook/objects";
import { createUuid } from "@scanhook/webhook";
import type { SystemObject } from "../../platform/system-captures.ts";
import { openPicture } from "../../readers/camera/pictures.ts";
import { createKeptList } from "../files/kept-list.svelte.ts";
import { createTurns } from "../turns.ts";
import {
  hasEnoughPictures,
  type KeptObject,
  maxPictures,
  minPictures,
  newObject,
  type Pass,
  picturesOfPass,
} from "./kept-object.ts";
import { makeObject } from "./make-object.ts";
import type { ObjectFormat, ReducedPicture, WorkProgress } from "./object-messages.ts";
import { createObjectStore, type ObjectFile } from "./object-store.ts";
import { connectObjectWorker } from "./object-worker.ts";

/**
 * `full` and `failed`: a change could not be written to the disk. `too-many` and `unreadable`:
 * pictures could not be added.
 */
export type KeptObjectProblem =
  | { kind: "full" | "failed" | "too-many" }
  | { kind: "unreadable"; names: string[] };

/** The objects of this device, and the one that is open. */
function createObjects() {
  const state = $state<{
    problem: KeptObjectProblem | undefined;
    /** The progress of adding the pictures that were chosen for a pass. */
    intake: { pass: Pass; done: number; total: number } | undefined;
    work: ({ id: string } & WorkProgress) | undefined;
  }>({ problem: undefined, intake: undefined, work: undefined });
  const keptList = createKeptList("objects", createObjectStore);
  let currentId = $state<string | undefined>();
  /** An object without pictures, which is not kept yet. */
  let draft = $state.raw<KeptObject | undefined>();
  const current = $derived(
    draft?.id === currentId ? draft : keptList.list.find(({ id }) => id === currentId),
  );
  /** Does what is quick, so that it neither waits for `maker` nor stops with it. */
  const quickWorker = connectObjectWorker();
  const maker = connectObjectWorker();
  const takeInTurn = createTurns();
  const makeInTurn = createTurns();
  /** The objects whose work waits or runs. Stopping the work removes the id. */
  let wantedIds = $state.raw<readonly string[]>([]);

  const find = (id: string) =>
    keptList.list.find((object) => object.id === id) ?? (draft?.id === id ? draft : undefined);

  /**
   * Changes an object and writes it to the disk, unless it is a draft without pictures. Returns
   * false if the object no longer exists or the write fails.
   */
  const change = async (id: string, changes: Partial<KeptObject>): Promise<boolean> => {
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
  };

  /** Keeps a picture. Returns false and sets `state.problem` if the device has no space. */
  const keepPicture = async (
    id: string,
    { file, width, height }: ReducedPicture,
    shot: { pass: Pass; cell?: number },
  ): Promise<boolean> => {
    const picture = { id: createUuid(), width, height, ...shot };
    const added = await (await keptList.openStore()).add(id, picture.id, file);
    if (!added.ok) {
      state.problem = { kind: added.reason };
      return false;
    }
    const object = find(id);
    if (!object) return false;
    return change(id, {
      pictures: [...object.pictures, picture],
      pictureBytes: object.pictureBytes + file.size,
      attempts: 0,
      problem: undefined,
    });
  };

  /**
   * Reduces a picture and keeps it. Returns false if the remaining pictures would fail, too.
   */
  const takePicture = async (id: string, file: File, pass: Pass): Promise<boolean> => {
    const opened = await openPicture(file);
    if (!opened.ok) {
      const names = state.problem?.kind === "unreadable" ? state.problem.names : [];
      state.problem = { kind: "unreadable", names: [...names, file.name] };
      return true;
    }
    const reduced = await quickWorker.reduce(opened.bitmap);
    return keepPicture(id, reduced, { pass });
  };

  const takePictures = async (id: string, selected: readonly File[], pass: Pass) => {
    state.problem = undefined;
    const freeCount = maxPictures - (find(id)?.pictures.length ?? 0);
    const accepted = selected.slice(0, freeCount);
    state.intake = { pass, done: 0, total: accepted.length };
    try {
      for (const [index, file] of accepted.entries()) {
        if (!(await takePicture(id, file, pass))) break;
        state.intake = { pass, done: index + 1, total: accepted.length };
      }
      if (accepted.length < selected.length && !state.problem) state.problem = { kind: "too-many" };
    } catch {
      state.problem = { kind: "failed" };
    } finally {
      state.intake = undefined;
    }
  };

  const make = async (id: string) => {
    if (wantedIds.includes(id)) return;
    wantedIds = [...wantedIds, id];
    await makeInTurn(async () => {
      const object = find(id);
      if (!object || !wantedIds.includes(id)) return;
      state.work = { id, share: 0, stage: "markers" };
      await change(id, { attempts: object.attempts + 1, problem: undefined });
      const onProgress = (progress: WorkProgress) => {
        if (state.work?.id === id) state.work = { id, ...progress };
      };
      const isWanted = () => wantedIds.includes(id);
      const tools = { store: await keptList.openStore(), maker, isWanted, onProgress };
      const changes = await makeObject(object, tools);
      await change(id, !isWanted() ? { attempts: 0, problem: "stopped" } : changes);
    }).finally(() => {
      wantedIds = wantedIds.filter((each) => each !== id);
      if (state.work?.id === id) state.work = undefined;
    });
  };

  /**
   * Makes an object once a pass has enough pictures. Does not start after the first pass of an
   * object that was never made, because the person can turn the object over before.
   */
  const finishPass = async (id: string, pass: Pass) => {
    const object = find(id);
    if (!object || !hasEnoughPictures(object) || (pass === 1 && !object.made)) return;
    if (picturesOfPass(object, pass).length >= minPictures) await make(id);
  };

  const open = (id: string) => {
    state.problem = undefined;
    currentId = id;
    const object = find(id);
    if (!object || object.attempts === 0 || object.problem || !hasEnoughPictures(object)) return;
    // Work that was interrupted twice most likely needs more memory than the device has.
    if (object.attempts >= 2 && !wantedIds.includes(id))
      void change(id, { problem: "interrupted", attempts: 0 });
    else void make(id);
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
    isWaiting: (id: string) => wantedIds.includes(id) && state.work?.id !== id,
    load: keptList.load,
    /** Starts an object. It is written to the disk with its first picture. */
    create(name: string, paper: Paper) {
      state.problem = undefined;
      draft = newObject(name, paper);
      currentId = draft.id;
    },
    open,
    /** Leaves the open object. Its work goes on. */
    close() {
      currentId = undefined;
      draft = undefined;
      state.problem = undefined;
    },
    /**
     * Reduces pictures to the size that is kept, adds them to the open object and finishes the
     * pass.
     */
    async addPictures(selected: readonly File[], pass: Pass) {
      const id = currentId;
      if (!id || selected.length === 0) return;
      keptList.askToPersist();
      await takeInTurn(() => takePictures(id, selected, pass));
      await finishPass(id, pass);
    },
    finishPass,
    /**
     * Keeps an object that the system captured, and opens it. Returns false and sets
     * `state.problem` if the device has no space.
     */
    async addCaptured(name: string, { model, thumbnail, box, pictures }: SystemObject) {
      keptList.askToPersist();
      state.problem = undefined;
      const captured = { at: Date.now(), box, pictures, bytes: model.size };
      const object: KeptObject = { ...newObject(name, "a4"), captured };
      const store = await keptList.openStore();
      const added = await store.add(object.id, "model", model);
      if (added.ok && thumbnail) await store.add(object.id, "thumbnail", thumbnail);
      const saved = added.ok ? await store.save(object) : added;
      if (!saved.ok) {
        state.problem = { kind: saved.reason };
        return false;
      }
      keptList.put(object);
      currentId = object.id;
      return true;
    },
    /** Judges a camera frame. Rejects if the worker fails. */
    look: quickWorker.look,
    /**
     * Keeps a camera frame for a cell of the dome. Returns false and sets `state.problem` if the
     * device has no space.
     */
    keepFrame(
      id: string,
      frame: ReducedPicture,
      shot: { pass: Pass; cell: number },
    ): Promise<boolean> {
      keptList.askToPersist();
      return keepPicture(id, frame, shot);
    },
    /** Removes pictures of an object, unless its work waits or runs. */
    async removePictures(id: string, ids: readonly string[]) {
      const object = find(id);
      if (!object || wantedIds.includes(id)) return;
      const pictures = object.pictures.filter((picture) => !ids.includes(picture.id));
      const store = await keptList.openStore();
      const pictureBytes = await store.countBytes({ ...object, pictures });
      const unused = Object.fromEntries(
        Object.entries(object.unused).filter(([picture]) => !ids.includes(picture)),
      );
      await change(id, { pictures, pictureBytes, unused, problem: undefined, attempts: 0 });
      for (const picture of ids) await store.removePicture(id, picture);
    },
    make,
    /** Stops the work on an object. The pictures are kept. */
    stop(id: string) {
      wantedIds = wantedIds.filter((each) => each !== id);
      if (state.work?.id === id) maker.stop();
      else void change(id, { problem: "stopped" });
    },
    change: (
      id: string,
      changes: Pick<Partial<KeptObject>, "name" | "paper" | "ruler" | "isSmall">,
    ) => change(id, changes),
    /** Makes the mat to print, as PDF. Rejects if that fails. */
    makeMat: quickWorker.makeMat,
    /** Reads a file of an object. Returns undefined if there is none. */
    read: async (id: string, file: ObjectFile): Promise<Blob | undefined> =>
      (await keptList.openStore()).read(id, file),
    /**
     * Exports an object as a file, with all lengths multiplied by `scale`. Rejects if that fails.
     */
    async export(id: string, name: string, format: ObjectFormat, scale: number): Promise<Blob> {
      const body = await (await keptList.openStore()).read(id, "body");
      if (!body) throw new Error("the object is not kept");
      return quickWorker.export({ body, name, format, scale });
    },
    async remove(id: string) {
      if (wantedIds.includes(id)) {
        wantedIds = wantedIds.filter((each) => each !== id);
        if (state.work?.id === id) maker.stop();
      }
      if (currentId === id) currentId = undefined;
      await keptList.remove(id);
    },
    dismissProblem() {
      state.problem = undefined;
    },
  };
}

/** The objects of the app, which stay loaded while other tabs are shown. */
export const objects = createObjects();
