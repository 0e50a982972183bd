import type { KeptObject } from "./kept-object.ts";
import type { WorkProgress } from "./object-messages.ts";
import type { ObjectStore } from "./object-store.ts";
import type { ObjectWorker } from "./object-worker.ts";
import { recognizeFailure } from "./recognize-failure.ts";
import { findSideways } from "./sideways-pictures.ts";

/**
 * Makes an object of its kept pictures and keeps it. Returns what changes of the object, also if it
 * fails, or is not wanted any more.
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
  const begun = performance.now();
  try {
    const read = await Promise.all(pictures.map((picture) => store.read(id, picture.id)));
    // Until here, there was no work in the worker that could be stopped.
    if (!isWanted()) return { attempts: 0, problem: "stopped" };
    const shown = pictures.filter((_, index) => read[index]);
    const sideways = findSideways(shown);
    const given = read
      .filter((file) => file !== undefined)
      .map((file, index) => ({ file, isSideways: sideways[index]!, pass: shown[index]!.pass }));
    const result = await maker.make({ pictures: given, paper, isSmall }, onProgress);
    const unused = Object.fromEntries(
      shown.flatMap((picture, index) => {
        const reason = result.unused[index];
        return reason ? [[picture.id, reason] as const] : [];
      }),
    );
    if (result.kind === "not-made") return { attempts: 0, problem: result.problem, unused };
    const { body, thumbnail, made } = result;
    const [kept] = [await store.add(id, "body", body), await store.add(id, "thumbnail", thumbnail)];
    if (!kept.ok) return { attempts: 0, problem: kept.reason };
    const seconds = (performance.now() - begun) / 1000;
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
