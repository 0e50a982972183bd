import { type Crew, createCrew, type Helper } from "@scanhook/objects";
import { connectWorker, createAsk } from "../../workers/connection.ts";
import type { ObjectRequest, ObjectResponse } from "./object-messages.ts";

/**
 * More workers than this, the own one included, need more memory than the time they save is worth.
 */
const mostWorkers = 4;

export type StartedCrew = {
  crew: Crew;
  /** Ends the other workers. */
  stop: () => void;
};

/**
 * Starts more workers like the one that calls this, for each further core. Browsers in which a
 * worker cannot do so get none.
 */
export function startCrew(): StartedCrew {
  const count =
    typeof Worker === "undefined" ? 0 : Math.min(mostWorkers, navigator.hardwareConcurrency) - 1;
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
