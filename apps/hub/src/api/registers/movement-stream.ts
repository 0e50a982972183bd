import { Type } from "typebox";
import type { App } from "../../http/app.ts";
import { refuse } from "../../http/errors.ts";
import { ownerSecurity } from "../../login/access.ts";
import { findRegister } from "../../register-work/find-register.ts";
import type { ToldMovement } from "../../store/registers.ts";
import type { Store } from "../../store/store.ts";
import {
  createBell,
  type EventParts,
  type EventViewer,
  eventHeaders,
  eventResponse,
  pingMs,
  sendEvents,
} from "../event-stream.ts";
import { ownerRefusals, refusals } from "../schemas.ts";

const pageSize = 100;

/** Serves `/api/registers/<name>/stream`: what a register decides, as server-sent events. */
export function serveRegisterStream(app: App, parts: EventParts): void {
  app.get(
    "/api/registers/:name/stream",
    {
      exposeHeadRoute: false,
      schema: {
        summary: "Verdicts as they are given (server-sent events)",
        description:
          "Each event `movement` has the id of a movement as `id`. Its `data` is the movement as in the journal, with the verdict in `verdict`, which names nobody once the register is emptied. The stream starts after `Last-Event-ID` or `after`, so a viewer misses nothing and gets nothing twice after a lost connection. Without either, it starts now.",
        tags: ["registers"],
        security: ownerSecurity,
        params: Type.Object({ name: Type.String() }),
        headers: eventHeaders,
        querystring: Type.Object({
          after: Type.Optional(
            Type.Integer({
              minimum: 0,
              description: "Starts with the first movement whose `id` is greater.",
            }),
          ),
        }),
        response: {
          200: eventResponse,
          ...refusals(...ownerRefusals, "invalid-request", "no-such-register"),
        },
      },
    },
    async (request, reply) => {
      const register = await findRegister(parts.store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      return sendEvents(parts, request, reply, (viewer) =>
        movementEvents(parts.store, register.id, viewer),
      );
    },
  );
}

/** Yields the events of one viewer of a register. Ends as `followMovements` does. */
export async function* movementEvents(
  store: Pick<Store, "movements" | "toldMovements" | "onAppend">,
  register: number,
  viewer: EventViewer,
): AsyncGenerator<string> {
  yield "retry: 2000\n\n";
  for await (const movement of followMovements(store, register, viewer)) {
    yield movement === "silence"
      ? ": ping\n\n"
      : `id: ${movement.id}\nevent: movement\ndata: ${JSON.stringify(movement)}\n\n`;
  }
}

/**
 * Yields the movements of a register after `after`, or from now on, and "silence" whenever there
 * was none for `pingMs`. Like the stream of scans, it runs one query again after every commit that
 * the store reports. Ends when the signal aborts.
 */
export async function* followMovements(
  store: Pick<Store, "movements" | "toldMovements" | "onAppend">,
  register: number,
  viewer: Pick<EventViewer, "after" | "signal" | "pingMs">,
): AsyncGenerator<ToldMovement | "silence"> {
  const { signal } = viewer;
  const bell = createBell(signal);
  const unsubscribe = store.onAppend(bell.ring);
  try {
    const [newest] = await store.movements(register, { limit: 1 });
    const newestId = newest?.id ?? 0;
    // An id beyond the newest movement comes from a store that has been replaced since.
    let after = Math.min(viewer.after ?? newestId, newestId);
    while (!signal.aborted) {
      const movements = await store.toldMovements(register, { after, limit: pageSize });
      yield* movements;
      after = movements.at(-1)?.id ?? after;
      if (movements.length === pageSize) continue;
      const isRung = await bell.wait(viewer.pingMs ?? pingMs);
      if (!isRung && !signal.aborted) yield "silence";
    }
  } finally {
    unsubscribe();
  }
}
