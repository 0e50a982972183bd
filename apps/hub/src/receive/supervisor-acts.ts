import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { SupervisorActs } from "../register-work/supervisor-acts.ts";
import type { EntryRecord } from "../store/registers.ts";
import { sendPreflight } from "./cors.ts";
import type { RefuseScan } from "./refusals.ts";
import { sendVerdict } from "./send-verdict.ts";

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const maxSearchLength = 200;

/**
 * Serves the acts of supervisors on their phones below `/in/<inbox>`, with the challenge and the
 * CORS headers of the inbox: `POST undo/<movement>`, `POST let-in/<movement>`,
 * `POST check-in/<entry>` and `GET entries?text=`.
 */
export function addSupervisorActs(
  app: FastifyInstance,
  parts: { acts: SupervisorActs; authenticate: Hook; refuseScan: RefuseScan },
): void {
  const { acts, authenticate, refuseScan } = parts;

  const requireSupervisor: Hook = async (request, reply) => {
    await authenticate(request, reply);
    if (reply.sent) return;
    if (!request.inboxLogin?.isSupervisor) return refuseScan(reply, "not-a-supervisor");
  };
  const options = {
    config: { access: "public" },
    schema: { hide: true },
    onRequest: requireSupervisor,
  } as const;

  for (const act of ["undo", "let-in", "check-in"] as const) {
    const path = `/:name/${act}/:id`;
    app.options(path, { config: options.config, schema: options.schema }, async (request, reply) =>
      sendPreflight(request, reply),
    );
    app.post(path, options, async (request, reply) => {
      const { id } = request.params as { id: string };
      if (!/^[1-9]\d{0,14}$/.test(id)) return refuseScan(reply, "no-such-entry");
      const { inbox, user } = loginOf(request);
      const run = { undo: acts.undo, "let-in": acts.letIn, "check-in": acts.checkIn }[act];
      const verdict = await run(inbox, user, Number(id));
      if (!verdict) return refuseScan(reply, "no-such-register");
      if (verdict === "no-such-entry") return refuseScan(reply, verdict);
      sendVerdict(reply, verdict);
      return reply;
    });
  }

  app.options(
    "/:name/entries",
    { config: options.config, schema: options.schema },
    async (request, reply) => sendPreflight(request, reply),
  );
  app.get("/:name/entries", options, async (request, reply) => {
    const { text } = request.query as { text?: unknown };
    const entries = await acts.find(
      loginOf(request).inbox,
      typeof text === "string" ? text.slice(0, maxSearchLength) : "",
    );
    if (!entries) return refuseScan(reply, "no-such-register");
    return reply
      .type("application/json")
      .serializer(JSON.stringify)
      .send({ entries: entries.map(toFoundEntry) });
  });
}

/** Only a user with a password is a supervisor, so the login names one. */
function loginOf({ inboxLogin }: FastifyRequest): { inbox: string; user: string } {
  const { inbox, ...sender } = inboxLogin!;
  return { inbox, user: "user" in sender ? sender.user : "" };
}

function toFoundEntry({ id, label, group, attention, fields, blocked, presence }: EntryRecord) {
  return {
    id,
    label,
    fields,
    blocked,
    group,
    attention,
    presence: presence && { ...presence, since: new Date(presence.since).toISOString() },
  };
}
