import { Type } from "typebox";
import { refuse } from "../errors.ts";
import type { App } from "../http/app.ts";
import { createSecret, hashSecret } from "../login/secrets.ts";
import type { Store } from "../store/store.ts";
import { StoreUnavailable } from "../store/store.ts";
import { refusals } from "./schemas.ts";

const okSchema = Type.Object({ ok: Type.Boolean() });
const freshMs = 5000;

/** `/healthz`: the process answers. `/readyz`: a scan sent now could be stored. */
export function serveHealth(
  app: App,
  parts: { store: Store; closing: AbortSignal; now?: () => number },
): void {
  const { store, closing, now = () => performance.now() } = parts;
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
        response: { 200: okSchema, ...refusals("store-unavailable", "closing") },
      },
    },
    async (_request, reply) => {
      if (closing.aborted) return refuse(reply, "closing");
      return (await canWrite()) ? { ok: true } : refuse(reply, "store-unavailable");
    },
  );
}

function createWriteCheck(store: Store, now: () => number): () => Promise<boolean> {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let answer: Promise<boolean> = Promise.resolve(false);
  return () => {
    if (now() - checkedAt < freshMs) return answer;
    checkedAt = now();
    answer = tryWriting(store);
    return answer;
  };
}

/** A session nobody can have, written and removed: the only proof that the disk takes something is to give it. */
async function tryWriting(store: Store): Promise<boolean> {
  const hash = hashSecret(createSecret(256));
  try {
    await store.addSession({ hash, expiresAt: new Date(0) });
    await store.removeSession(hash);
    return true;
  } catch (error) {
    if (error instanceof StoreUnavailable) return false;
    throw error;
  }
}
