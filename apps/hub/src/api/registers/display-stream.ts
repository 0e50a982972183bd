import { Type } from "typebox";
import type { App } from "../../http/app.ts";
import { refuse } from "../../http/errors.ts";
import type { FailureLimit } from "../../login/failure-limit.ts";
import { hashSecret } from "../../login/secrets.ts";
import { toDisplayState } from "../../register-work/display-state.ts";
import { createChangeSignal } from "../../scans/change-signal.ts";
import type { Store } from "../../store/store.ts";
import { type EventParts, type EventViewer, sendEvents } from "../event-stream.ts";

/**
 * The maximum number of screens that may show one display at the same time, at each hub process.
 */
export const maxScreens = 20;

/**
 * How often a display is read when nobody scans. Within this time, a removed link ends and a
 * deleted name disappears.
 */
const checkIntervalMs = 1000;

/**
 * After this many checks without a change, the state is sent again, so that the page knows that the
 * connection is alive.
 */
const checksPerRepeat = 10;

/** Serves `/door/<token>/events`: the states of a door display, for everybody who has its link. */
export function serveDisplayStream(app: App, parts: EventParts & { failures: FailureLimit }): void {
  const { store, failures } = parts;
  const screens = new Map<string, number>();

  app.get(
    "/door/:token/events",
    {
      config: { access: "public" },
      exposeHeadRoute: false,
      schema: { hide: true, params: Type.Object({ token: Type.String({ maxLength: 100 }) }) },
    },
    async (request, reply) => {
      const hash = hashSecret(request.params.token);
      if (!(await store.viewDisplay(hash))) {
        // Only wrong links are limited, because a screen with a valid link may have the same
        // address.
        const wait = failures.recordFailure(request.ip);
        if (wait === 0) return refuse(reply, "no-such-display");
        return refuse(reply.header("retry-after", wait), "too-many-tries");
      }
      const openScreens = screens.get(hash) ?? 0;
      if (openScreens >= maxScreens) return refuse(reply, "too-many-screens");
      screens.set(hash, openScreens + 1);
      reply.raw.once("close", () => {
        const remainingScreens = screens.get(hash)! - 1;
        if (remainingScreens > 0) screens.set(hash, remainingScreens);
        else screens.delete(hash);
      });
      return sendEvents(parts, request, reply, (viewer) => displayEvents(store, hash, viewer));
    },
  );
}

/**
 * Yields the current state of a display, its state after each change, and `ended` once it was
 * removed. The display is read again after every commit of scans, and each second, because the
 * emptying of a register and the removal of a display are no such commits.
 */
async function* displayEvents(
  store: Pick<Store, "viewDisplay" | "onAppend">,
  hash: string,
  { signal, pingMs = checkIntervalMs }: EventViewer,
): AsyncGenerator<string> {
  const changes = createChangeSignal(signal);
  const unsubscribe = store.onAppend(changes.report);
  try {
    let sent = "";
    let checks = 0;
    while (!signal.aborted) {
      const view = await store.viewDisplay(hash);
      if (!view) {
        yield "event: ended\ndata: {}\n\n";
        return;
      }
      const state = JSON.stringify(toDisplayState(view));
      checks += 1;
      if (state !== sent || checks >= checksPerRepeat) {
        yield `event: state\ndata: ${state}\n\n`;
        sent = state;
        checks = 0;
      }
      await changes.wait(pingMs);
    }
  } finally {
    unsubscribe();
  }
}
