import type { SystemObject } from "../../platform/system-captures.ts";
import type { KeptObject, Pass } from "./kept-object.ts";
import type { ObjectFormat, ReducedPicture } from "./object-messages.ts";
import { createObjectRecords } from "./object-records.svelte.ts";
import type { ObjectFile } from "./object-store.ts";
import { createObjectWork } from "./object-work.svelte.ts";
import { connectObjectWorker } from "./object-worker.ts";
import { addCaptured, createPictureIntake, removePictures } from "./picture-intake.ts";

const records = createObjectRecords();
const { state, keptList, change } = records;
/** Does what is quick, so that it neither waits for the work on an object nor stops with it. */
const quickWorker = connectObjectWorker();
const intake = createPictureIntake(records, quickWorker);
const work = createObjectWork(records);

/** Reads a file of an object. Returns undefined if there is none. */
const read = async (id: string, file: ObjectFile): Promise<Blob | undefined> =>
  (await keptList.openStore()).read(id, file);

/**
 * The objects of the app, which stay loaded while other tabs are shown: their records, the intake
 * of their pictures and the work on them.
 */
export const objects = {
  state,
  keeping: keptList.state,
  get list() {
    return keptList.list;
  },
  get current() {
    return records.current;
  },
  load: keptList.load,
  create: records.create,
  close: records.close,
  /** Opens an object, and starts its work again if it was interrupted. */
  open(id: string) {
    records.open(id);
    work.resume(id);
  },
  isWaiting: (id: string) => work.isWanted(id) && state.work?.id !== id,
  make: work.make,
  stop: work.stop,
  finishPass: work.finishPass,
  /** Adds pictures to the open object and finishes the pass. */
  async addPictures(files: readonly File[], pass: Pass) {
    const id = records.current?.id;
    if (!id || files.length === 0) return;
    keptList.askToPersist();
    await intake.addPictures(id, files, pass);
    await work.finishPass(id, pass);
  },
  addCaptured: (name: string, captured: SystemObject) => addCaptured(records, name, captured),
  /** Judges a camera frame. Rejects if the worker fails. */
  judgeFrame: quickWorker.judgeFrame,
  /**
   * Keeps a camera frame for a cell of the dome. Returns false and sets `state.problem` if the
   * device has no space.
   */
  keepFrame(id: string, frame: ReducedPicture, shot: { pass: Pass; cell: number }) {
    keptList.askToPersist();
    return intake.keepPicture(id, frame, shot);
  },
  /** Removes pictures of an object, unless its work waits or runs. */
  async removePictures(id: string, ids: readonly string[]) {
    if (!work.isWanted(id)) await removePictures(records, id, ids);
  },
  change: (
    id: string,
    changes: Pick<Partial<KeptObject>, "name" | "paper" | "ruler" | "isSmall">,
  ) => change(id, changes),
  /** Makes the mat to print, as PDF. Rejects if that fails. */
  makeMat: quickWorker.makeMat,
  read,
  /**
   * Exports an object as a file, with all lengths multiplied by `scale`. Rejects if that fails.
   */
  async export(id: string, name: string, format: ObjectFormat, scale: number): Promise<Blob> {
    const body = await read(id, "body");
    if (!body) throw new Error("the object is not kept");
    return quickWorker.export({ body, name, format, scale });
  },
  async remove(id: string) {
    work.cancel(id);
    await records.remove(id);
  },
  dismissProblem() {
    state.problem = undefined;
  },
};
