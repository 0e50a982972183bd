import { createUuid } from "@scanhook/webhook";
import type { SystemObject } from "../../platform/system-captures.ts";
import { openPicture } from "../../readers/camera/pictures.ts";
import { createTurns } from "../turns.ts";
import { type KeptObject, maxPictures, newObject, type Pass } from "./kept-object.ts";
import type { ReducedPicture } from "./object-messages.ts";
import type { ObjectRecords } from "./object-records.svelte.ts";
import type { ObjectWorker } from "./object-worker.ts";

/** Creates functions that add pictures to objects. */
export function createPictureIntake(records: ObjectRecords, worker: ObjectWorker) {
  const { state, keptList, find, change } = records;
  const inTurn = createTurns();

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

  return {
    keepPicture,
    /** Reduces pictures to the size that is kept and adds them, after all earlier ones. */
    addPictures: (id: string, files: readonly File[], pass: Pass): Promise<void> =>
      inTurn(async () => {
        state.problem = undefined;
        const accepted = files.slice(0, maxPictures - (find(id)?.pictures.length ?? 0));
        state.intake = { pass, done: 0, total: accepted.length };
        try {
          for (const [index, file] of accepted.entries()) {
            const reduced = await reduceFile(file, records, worker);
            if (reduced && !(await keepPicture(id, reduced, { pass }))) break;
            state.intake = { pass, done: index + 1, total: accepted.length };
          }
          if (accepted.length < files.length && !state.problem)
            state.problem = { kind: "too-many" };
        } catch {
          state.problem = { kind: "failed" };
        } finally {
          state.intake = undefined;
        }
      }),
  };
}

/** Reduces a picture file. Returns undefined and adds to `state.problem` if it is unreadable. */
async function reduceFile(
  file: File,
  { state }: ObjectRecords,
  worker: ObjectWorker,
): Promise<ReducedPicture | undefined> {
  const opened = await openPicture(file);
  if (opened.ok) return worker.reduce(opened.bitmap);
  const names = state.problem?.kind === "unreadable" ? state.problem.names : [];
  state.problem = { kind: "unreadable", names: [...names, file.name] };
  return undefined;
}

export async function removePictures(
  { keptList, find, change }: ObjectRecords,
  id: string,
  removedIds: readonly string[],
): Promise<void> {
  const object = find(id);
  if (!object) return;
  const pictures = object.pictures.filter((picture) => !removedIds.includes(picture.id));
  const store = await keptList.openStore();
  const pictureBytes = await store.countBytes({ ...object, pictures });
  const unused = Object.fromEntries(
    Object.entries(object.unused).filter(([picture]) => !removedIds.includes(picture)),
  );
  await change(id, { pictures, pictureBytes, unused, problem: undefined, attempts: 0 });
  for (const picture of removedIds) await store.removePicture(id, picture);
}

/**
 * Keeps an object that the system captured, and opens it. Returns false and sets `state.problem` if
 * the device has no space.
 */
export async function addCaptured(
  { state, keptList, open }: ObjectRecords,
  name: string,
  { model, thumbnail, box, pictures }: SystemObject,
): Promise<boolean> {
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
  open(object.id);
  return true;
}
