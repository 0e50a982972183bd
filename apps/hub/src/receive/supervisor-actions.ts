import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { SupervisorActions } from "../register-work/supervisor-actions.ts";
import type { EntryRecord } from "../store/registers.ts";
import { sendPreflight } from "./cors.ts";
import type { RefuseScan } from "./refusals.ts";
import { sendVerdict } from "./send-verdict.ts";

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const maxSearchLength = 200;

/**
 * Serves the actions of supervisors on their phones below `/in/<inbox>`: `POST undo/<movement>`,
 * `POST let-in/<movement>` for a guest whom that movement refused, `POST check-in/<entry>` and
 * `GET entries?text=`. They have the Basic challenge and the CORS headers of the inbox.
 */
export function addSupervisorActions(
  app: FastifyInstance,
  parts: { actions: SupervisorActions; authenticate: Hook; refuseScan: RefuseScan },
): void {
  const { actions, authenticate, refuseScan } = parts;

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

  for (const action of ["undo", "let-in", "check-in"] as const) {
    const path = `/:name/${action}/:id`;
    app.options(path, { config: options.config, schema: options.schema }, async (request, reply) =>
      sendPreflight(request, reply),
    );
    app.post(path, options, async (request, reply) => {
      const { id } = request.params as { id: string };
      if (!/^[1-9]\d{0,14}$/.test(id)) return refuseScan(reply, "no-such-entry");
      const { inbox, user } = loginOf(request);
      const perform = { undo: actions.undo, "let-in": actions.letIn, "check-in": actions.checkIn }[
        action
      ];
      const verdict = await perform(inbox, user, Number(id));
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
    const entries = await actions.find(
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

/** Returns the inbox and the user of a supervisor, who always has logged in. */
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
