import { Type } from "typebox";
import type { App } from "../../http/app.ts";
import { refuse } from "../../http/errors.ts";
import { ownerSecurity } from "../../login/access.ts";
import { findRegister } from "../../register-work/find-register.ts";
import { followMovements } from "../../register-work/follow-movements.ts";
import { type PersonNames, rememberPersonNames } from "../../scans/person-names.ts";
import {
  type EventParts,
  type EventViewer,
  eventHeaders,
  eventResponse,
  sendEvents,
} from "../event-stream.ts";
import { ownerRefusals, refusals } from "../schemas.ts";

/** Serves `/api/registers/<name>/stream`: the decisions of a register, as server-sent events. */
export function serveRegisterStream(app: App, parts: EventParts): void {
  const readNames = rememberPersonNames(parts.store);
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
        movementEvents(parts.store, register.id, { ...viewer, readNames }),
      );
    },
  );
}

/** Yields the events of one viewer of a register. Ends as `followMovements` does. */
export async function* movementEvents(
  store: Parameters<typeof followMovements>[0],
  register: number,
  viewer: EventViewer & { readNames?: () => Promise<PersonNames> },
): AsyncGenerator<string> {
  yield "retry: 2000\n\n";
  for await (const movement of followMovements(store, register, viewer)) {
    yield movement === "silence"
      ? ": ping\n\n"
      : `id: ${movement.id}\nevent: movement\ndata: ${JSON.stringify(movement)}\n\n`;
  }
}
