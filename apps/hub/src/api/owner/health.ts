import { Type } from "typebox";
import type { ClockWatch } from "../../clock/clock-watch.ts";
import type { App } from "../../http/app.ts";
import { refuse } from "../../http/errors.ts";
import { createSecret, hashSecret } from "../../login/secrets.ts";
import type { Store } from "../../store/store.ts";
import { StoreUnavailable } from "../../store/unavailable.ts";
import { refusals } from "../schemas.ts";

const okSchema = Type.Object({ ok: Type.Boolean() });
const readySchema = Type.Object({
  ok: Type.Boolean(),
  clock: Type.Optional(
    Type.String({ description: "Says that the clock is wrong. Scans are stored all the same." }),
  ),
});
const resultLifetimeMs = 5000;

/**
 * Serves `/healthz`, which shows that the process runs, and `/readyz`, which shows that it can
 * store scans.
 */
export function serveHealth(
  app: App,
  parts: {
    store: Store;
    clock: Pick<ClockWatch, "problem">;
    closing: AbortSignal;
    now?: () => number;
  },
): void {
  const { store, clock, closing, now = () => performance.now() } = parts;
  app.get(
    "/healthz",
    {
      config: { access: "public" },
      schema: {
        summary: "The hub is running",
        tags: ["health"],
        security: [],
        response: { 200: okSchema },
      },
    },
    async () => ({ ok: true }),
  );

  const canWrite = createWriteCheck(store, now);
  app.get(
    "/readyz",
    {
      config: { access: "public" },
      schema: {
        summary: "The hub can store scans right now",
        description: "Writes to the store to find out, at most every five seconds.",
        tags: ["health"],
        security: [],
        response: { 200: readySchema, ...refusals("store-unavailable", "closing") },
      },
    },
    async (_request, reply) => {
      if (closing.aborted) return refuse(reply, "closing");
      if (!(await canWrite())) return refuse(reply, "store-unavailable");
      return { ok: true, clock: clock.problem() };
    },
  );
}

function createWriteCheck(store: Store, now: () => number): () => Promise<boolean> {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let result: Promise<boolean> = Promise.resolve(false);
  return () => {
    if (now() - checkedAt < resultLifetimeMs) return result;
    checkedAt = now();
    result = checkWrite(store);
    return result;
  };
}

/**
 * Returns whether the store can write. Only a write proves that, so this adds an expired session
 * and removes it.
 */
async function checkWrite(store: Store): Promise<boolean> {
  const hash = hashSecret(createSecret(256));
  try {
    const { id: person } = await store.firstOwner();
    await store.addSession({ hash, person, method: "password", expiresAt: new Date(0) });
    await store.removeSession(hash);
    return true;
  } catch (error) {
    if (error instanceof StoreUnavailable) return false;
    throw error;
  }
}
