import { type Crew, createCrew, type Helper } from "@scanhook/objects";
import { connectWorker, createAsk } from "../../workers/connection.ts";
import type { ObjectRequest, ObjectResponse } from "./object-messages.ts";

/**
 * The maximum number of workers, including the calling one. Further workers would save little time
 * for the memory that they need.
 */
const maxWorkers = 4;

export type StartedCrew = {
  crew: Crew;
  /** Ends the other workers. */
  stop: () => void;
};

/**
 * Starts a copy of the calling worker for each further core, up to `maxWorkers`. The crew has no
 * helpers in browsers in which a worker cannot start workers.
 */
export function startCrew(): StartedCrew {
  const count =
    typeof Worker === "undefined" ? 0 : Math.min(maxWorkers, navigator.hardwareConcurrency) - 1;
  const connections = Array.from({ length: count }, () =>
    connectWorker<ObjectRequest, ObjectResponse>(
      () => new Worker(location.href, { type: "module" }),
    ),
  );
  const helpers = connections.map(createAsk).map(
    (ask): Helper =>
      async (task) =>
        (await ask(["done"], { do: "task", task })).result,
  );
  return {
    crew: createCrew(helpers),
    stop() {
      for (const { stop } of connections) stop();
    },
  };
}
