import type { KeptObject, ObjectPicture, PictureProblem } from "./kept-object.ts";
import type { WorkProgress } from "./object-messages.ts";
import type { ObjectStore } from "./object-store.ts";
import type { ObjectWorker } from "./object-worker.ts";
import { recognizeFailure } from "./recognize-failure.ts";
import { findSideways } from "./sideways-pictures.ts";

/**
 * Makes an object of its kept pictures and stores its mesh and thumbnail. Returns the changes to
 * the record of the object, also if the work fails or `isWanted` returns false.
 */
export async function makeObject(
  { id, paper, pictures, isSmall }: KeptObject,
  {
    store,
    maker,
    isWanted,
    onProgress,
  }: {
    store: ObjectStore;
    maker: ObjectWorker;
    isWanted: () => boolean;
    onProgress: (progress: WorkProgress) => void;
  },
): Promise<Partial<KeptObject>> {
  const startMs = performance.now();
  try {
    const files = await Promise.all(pictures.map((picture) => store.read(id, picture.id)));
    // A stop before this moment found no work in the worker that it could end.
    if (!isWanted()) return { attempts: 0, problem: "stopped" };
    const readable = pictures.filter((_, index) => files[index]);
    const sideways = findSideways(readable);
    const inputs = files
      .filter((file) => file !== undefined)
      .map((file, index) => ({ file, isSideways: sideways[index]!, pass: readable[index]!.pass }));
    const result = await maker.make({ pictures: inputs, paper, isSmall }, onProgress);
    const unused = nameReasons(readable, result.unused);
    if (result.kind === "not-made") return { attempts: 0, problem: result.problem, unused };
    const { body, thumbnail, made } = result;
    const added = await store.add(id, "body", body);
    await store.add(id, "thumbnail", thumbnail);
    if (!added.ok) return { attempts: 0, problem: added.reason };
    const seconds = (performance.now() - startMs) / 1000;
    return {
      attempts: 0,
      problem: undefined,
      unused,
      paper: result.paper,
      made: { ...made, at: Date.now(), bytes: body.size, seconds },
    };
  } catch (error) {
    return { attempts: 0, problem: recognizeFailure(error) };
  } finally {
    // The memory of a worker never shrinks.
    maker.stop();
  }
}

/** Returns the reasons why pictures were not used, by the ids of the pictures. */
function nameReasons(
  pictures: readonly ObjectPicture[],
  reasons: readonly (PictureProblem | undefined)[],
): KeptObject["unused"] {
  const entries = pictures.flatMap(({ id }, index) => {
    const reason = reasons[index];
    return reason ? [[id, reason] as const] : [];
  });
  return Object.fromEntries(entries);
}
