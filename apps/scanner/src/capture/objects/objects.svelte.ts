import type { Paper } from "@scanhook/objects";
import type { SystemObject } from "../../platform/system-captures.ts";
import { openPicture } from "../../readers/camera/pictures.ts";
import { createKeptList } from "../files/kept-list.svelte.ts";
import { createTurns } from "../turns.ts";
import {
  hasEnoughPictures,
  type KeptObject,
  leastPictures,
  mostPictures,
  newObject,
  type Pass,
  picturesOfPass,
} from "./kept-object.ts";
import { makeObject } from "./make-object.ts";
import type { ObjectFormat, Reduced, WorkProgress } from "./object-messages.ts";
import { createObjectStore, type ObjectFile } from "./object-store.ts";
import { connectObjectWorker } from "./object-worker.ts";

/**
 * `full`, `failed`: a change is not on the disk. The others are about pictures that were not taken
 * in.
 */
export type KeptObjectProblem =
  | { kind: "full" | "failed" | "too-many" }
  | { kind: "unreadable"; names: string[] };

/** The objects of this device, and the one that is open. */
export function createObjects() {
  const state = $state<{
    problem: KeptObjectProblem | undefined;
    /** How many of the pictures that were chosen for a pass are kept. */
    intake: { pass: Pass; done: number; total: number } | undefined;
    work: ({ id: string } & WorkProgress) | undefined;
  }>({ problem: undefined, intake: undefined, work: undefined });
  const keptList = createKeptList("objects", createObjectStore);
  let currentId = $state<string | undefined>();
  /** An object without pictures, which is not kept yet. */
  let started = $state.raw<KeptObject | undefined>();
  const current = $derived(
    started?.id === currentId ? started : keptList.list.find(({ id }) => id === currentId),
  );
  const files = connectObjectWorker();
  const maker = connectObjectWorker();
  const takeInTurn = createTurns();
  const makeInTurn = createTurns();
  /** Objects whose work waits or runs. A person who stops it takes it out. */
  let wanted = $state.raw<readonly string[]>([]);

  const find = (id: string) =>
    keptList.list.find((kept) => kept.id === id) ?? (started?.id === id ? started : undefined);

  /** Changes an object that still exists, and writes it. Returns whether it is on the disk. */
  const change = async (id: string, changes: Partial<KeptObject>): Promise<boolean> => {
    const before = find(id);
    if (!before) return false;
    const next = { ...before, ...changes, changedAt: Date.now() };
    if (started?.id === id) {
      started = next.pictures.length > 0 ? undefined : next;
      if (started) return true;
    }
    keptList.put(next);
    const result = await keptList.save(next);
    if (!result.ok) state.problem = { kind: result.reason };
    return result.ok;
  };

  /** Keeps a picture. Returns false, and says why, if the device has no space. */
  const keepPicture = async (
    id: string,
    { file, width, height }: Reduced,
    place: { pass: Pass; cell?: number },
  ): Promise<boolean> => {
    const picture = { id: crypto.randomUUID(), width, height, ...place };
    const added = await (await keptList.openStore()).add(id, picture.id, file);
    if (!added.ok) {
      state.problem = { kind: added.reason };
      return false;
    }
    const kept = find(id);
    if (!kept) return false;
    return change(id, {
      pictures: [...kept.pictures, picture],
      pictureBytes: kept.pictureBytes + file.size,
      attempts: 0,
      problem: undefined,
    });
  };

  /**
   * Reduces a picture and keeps it. Returns false if the rest of the pictures need not be tried.
   */
  const takePicture = async (id: string, file: File, pass: Pass): Promise<boolean> => {
    const opened = await openPicture(file);
    if (!opened.ok) {
      const names = state.problem?.kind === "unreadable" ? state.problem.names : [];
      state.problem = { kind: "unreadable", names: [...names, file.name] };
      return true;
    }
    const reduced = await files.reduce(opened.bitmap);
    return keepPicture(id, reduced, { pass });
  };

  const takePictures = async (id: string, chosen: readonly File[], pass: Pass) => {
    state.problem = undefined;
    const space = mostPictures - (find(id)?.pictures.length ?? 0);
    const taken = chosen.slice(0, space);
    state.intake = { pass, done: 0, total: taken.length };
    try {
      for (const [index, file] of taken.entries()) {
        if (!(await takePicture(id, file, pass))) break;
        state.intake = { pass, done: index + 1, total: taken.length };
      }
      if (taken.length < chosen.length && !state.problem) state.problem = { kind: "too-many" };
    } catch {
      state.problem = { kind: "failed" };
    } finally {
      state.intake = undefined;
    }
  };

  const make = async (id: string) => {
    if (wanted.includes(id)) return;
    wanted = [...wanted, id];
    await makeInTurn(async () => {
      const kept = find(id);
      if (!kept || !wanted.includes(id)) return;
      state.work = { id, share: 0, stage: "markers" };
      await change(id, { attempts: kept.attempts + 1, problem: undefined });
      const onProgress = (progress: WorkProgress) => {
        if (state.work?.id === id) state.work = { id, ...progress };
      };
      const isWanted = () => wanted.includes(id);
      const tools = { store: await keptList.openStore(), maker, isWanted, onProgress };
      const changes = await makeObject(kept, tools);
      await change(id, !isWanted() ? { attempts: 0, problem: "stopped" } : changes);
    }).finally(() => {
      wanted = wanted.filter((each) => each !== id);
      if (state.work?.id === id) state.work = undefined;
    });
  };

  /**
   * Makes an object of a pass that has enough pictures. After the first pass of an object that is
   * not made yet, it waits: the person can turn the object over before.
   */
  const finishPass = async (id: string, pass: Pass) => {
    const kept = find(id);
    if (!kept || !hasEnoughPictures(kept) || (pass === 1 && !kept.made)) return;
    if (picturesOfPass(kept, pass).length >= leastPictures) await make(id);
  };

  const open = (id: string) => {
    state.problem = undefined;
    currentId = id;
    const kept = find(id);
    if (!kept || kept.attempts === 0 || kept.problem || !hasEnoughPictures(kept)) return;
    // Work that never ended, twice, most likely was more than the device can do.
    if (kept.attempts >= 2 && !wanted.includes(id))
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
    isWaiting: (id: string) => wanted.includes(id) && state.work?.id !== id,
    load: keptList.load,
    /** Starts an object. It is kept from its first picture on. */
    create(name: string, paper: Paper) {
      state.problem = undefined;
      started = newObject(name, paper);
      currentId = started.id;
    },
    open,
    /** Leaves the open object. Its work goes on. */
    close() {
      currentId = undefined;
      started = undefined;
      state.problem = undefined;
    },
    /**
     * Keeps pictures of the open object, in the size that is worked on, and finishes their pass.
     */
    async addPictures(chosen: readonly File[], pass: Pass) {
      const id = currentId;
      if (!id || chosen.length === 0) return;
      keptList.askToPersist();
      await takeInTurn(() => takePictures(id, chosen, pass));
      await finishPass(id, pass);
    },
    finishPass,
    /**
     * Keeps an object that the system captured, and opens it. Returns false, and says why, if the
     * device has no space.
     */
    async addCaptured(name: string, { model, thumbnail, box, pictures }: SystemObject) {
      keptList.askToPersist();
      state.problem = undefined;
      const captured = { at: Date.now(), box, pictures, bytes: model.size };
      const kept: KeptObject = { ...newObject(name, "a4"), captured };
      const opened = await keptList.openStore();
      const added = await opened.add(kept.id, "model", model);
      if (added.ok && thumbnail) await opened.add(kept.id, "thumbnail", thumbnail);
      const saved = added.ok ? await opened.save(kept) : added;
      if (!saved.ok) {
        state.problem = { kind: saved.reason };
        return false;
      }
      keptList.put(kept);
      currentId = kept.id;
      return true;
    },
    /** Looks at a frame of the camera. Rejects if the worker fails. */
    look: files.look,
    /**
     * Keeps a frame of the camera for a cell of the dome. Returns false, and says why, if the
     * device has no space.
     */
    keepFrame(id: string, frame: Reduced, place: { pass: Pass; cell: number }): Promise<boolean> {
      keptList.askToPersist();
      return keepPicture(id, frame, place);
    },
    /** Removes pictures of an object, so that others can take their places. */
    async removePictures(id: string, ids: readonly string[]) {
      const kept = find(id);
      if (!kept || wanted.includes(id)) return;
      const pictures = kept.pictures.filter((picture) => !ids.includes(picture.id));
      const opened = await keptList.openStore();
      const pictureBytes = await opened.countBytes({ ...kept, pictures });
      const unused = Object.fromEntries(
        Object.entries(kept.unused).filter(([picture]) => !ids.includes(picture)),
      );
      await change(id, { pictures, pictureBytes, unused, problem: undefined, attempts: 0 });
      for (const picture of ids) await opened.removePicture(id, picture);
    },
    make,
    /** Stops the work on an object. Its pictures stay. */
    stop(id: string) {
      wanted = wanted.filter((each) => each !== id);
      if (state.work?.id === id) maker.stop();
      else void change(id, { problem: "stopped" });
    },
    change: (
      id: string,
      changes: Pick<Partial<KeptObject>, "name" | "paper" | "ruler" | "isSmall">,
    ) => change(id, changes),
    /** Makes the mat to print, as PDF. Rejects if that fails. */
    makeMat: files.makeMat,
    /** Reads a file of an object; undefined if there is none. */
    read: async (id: string, file: ObjectFile): Promise<Blob | undefined> =>
      (await keptList.openStore()).read(id, file),
    /**
     * Writes an object as a file of a format, with all lengths times `scale`. Rejects if that
     * fails.
     */
    async export(id: string, name: string, format: ObjectFormat, scale: number): Promise<Blob> {
      const body = await (await keptList.openStore()).read(id, "body");
      if (!body) throw new Error("the object is not kept");
      return files.export({ body, name, format, scale });
    },
    async remove(id: string) {
      if (wanted.includes(id)) {
        wanted = wanted.filter((each) => each !== id);
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

/** The objects. They live as long as the app, also while other tabs are shown. */
export const objects = createObjects();
