import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Refused } from "../register-work/answer-questions.ts";
import type { PhoneActions, PhoneUser } from "../register-work/phone-actions.ts";
import type { Answers } from "../registers/questions.ts";
import type { Verdict } from "../registers/verdict.ts";
import type { OwnLead } from "../store/leads.ts";
import type { EntryRecord } from "../store/registers.ts";
import { pickRequestLanguage } from "../texts/request-language.ts";
import { sendPreflight } from "./cors.ts";
import { readQuantity } from "./quantity-parameter.ts";
import type { RefuseScan } from "./refusals.ts";
import { sendVerdict } from "./send-verdict.ts";

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const maxSearchLength = 200;
const leadsOfPage = 100;

/**
 * Serves what people do on their phones after a verdict, below `/in/<inbox>`, with the Basic
 * challenge and the CORS headers of the inbox:
 * - `POST undo/<movement>`; in a check-in for supervisors
 * - `POST correct/<movement>?quantity=` books another quantity in a stock
 * - `POST name/<entry>?label=` names an article that a scan added
 * - `POST answers/<movement>` with `{"answers": {…}}` answers the questions of a verdict
 * - `POST put-down` ends what the user has in hand
 * - `GET leads?text=&before=&limit=` lists the leads that the user has scanned
 * - for supervisors, `POST let-in/<movement>` for a guest whom that movement refused, `POST
 *   check-in/<entry>` and `GET entries?text=`
 */
export function addPhoneActions(
  app: FastifyInstance,
  parts: {
    actions: PhoneActions;
    authenticate: Hook;
    refuseScan: RefuseScan;
    /** The language of the hub. */
    language: string;
  },
): void {
  const { actions, authenticate, refuseScan, language } = parts;
  const options = {
    config: { access: "public" },
    schema: { hide: true },
    onRequest: authenticate,
  } as const;

  const post = (
    act: "undo" | "correct" | "let-in" | "check-in" | "name" | "answers",
    run: (
      user: PhoneUser,
      id: number,
      request: FastifyRequest,
    ) => Promise<Verdict | Refused | undefined>,
  ) => {
    const path = `/:name/${act}/:id`;
    const isAboutEntry = act === "check-in" || act === "name";
    allowPages(path);
    app.post(path, options, async (request, reply) => {
      const { id } = request.params as { id: string };
      const user = toPhoneUser(request, language);
      if (!user) return refuseScan(reply, "needs-a-user");
      if (!/^[1-9]\d{0,14}$/.test(id))
        return refuseScan(reply, isAboutEntry ? "no-such-entry" : "no-such-movement");
      const outcome = await run(user, Number(id), request);
      if (!outcome) return reply.code(204).send();
      if ("refusal" in outcome)
        return refuseScan(reply, outcome.refusal, outcome.reason, outcome.field);
      sendVerdict(reply, outcome);
      return reply;
    });
  };

  post("undo", (user, movement) => actions.undo(user, movement));
  post("correct", async (user, movement, request) => {
    const quantity = readQuantity(request) ?? "Give the quantity, as in ?quantity=12.";
    return typeof quantity === "string"
      ? { refusal: "not-a-quantity", reason: quantity }
      : actions.correct(user, movement, quantity);
  });
  post("let-in", (user, movement) => actions.letIn(user, movement));
  post("check-in", (user, entry) => actions.checkIn(user, entry));
  post("name", (user, entry, request) => {
    const { label } = request.query as { label?: unknown };
    return actions.name(user, entry, typeof label === "string" ? label : "");
  });

  post("answers", async (user, movement, { body }) => {
    const answers = readAnswers(body);
    return answers ? actions.answer(user, movement, answers) : noAnswers;
  });

  allowPages("/:name/put-down");
  app.post("/:name/put-down", options, async (request, reply) => {
    const user = toPhoneUser(request, language);
    if (user) await actions.putDown(user);
    return reply.code(204).send();
  });

  allowPages("/:name/entries");
  app.get("/:name/entries", options, async (request, reply) => {
    const { text } = request.query as { text?: unknown };
    const user = toPhoneUser(request, language);
    if (!user) return refuseScan(reply, "needs-a-user");
    if (!user.isSupervisor) return refuseScan(reply, "not-a-supervisor");
    const words = typeof text === "string" ? text.slice(0, maxSearchLength) : "";
    const entries = await actions.find(user, words);
    if (!entries) return refuseScan(reply, "no-such-register");
    return reply
      .type("application/json")
      .serializer(JSON.stringify)
      .send({ entries: entries.map(toFoundEntry) });
  });

  allowPages("/:name/leads");
  app.get("/:name/leads", options, async (request, reply) => {
    const { text, before, limit } = request.query as Record<string, unknown>;
    const user = toPhoneUser(request, language);
    if (!user) return refuseScan(reply, "needs-a-user");
    const size = Math.min(readNumber(limit) ?? leadsOfPage, leadsOfPage);
    const words = typeof text === "string" ? text.slice(0, maxSearchLength) : "";
    const list = { text: words, before: readNumber(before), limit: size + 1 };
    const found = await actions.leads(user, list);
    if ("refusal" in found) return refuseScan(reply, found.refusal, found.reason);
    return reply
      .type("application/json")
      .serializer(JSON.stringify)
      .send({
        leads: found.slice(0, size).map(toOwnLead),
        more: found.length > size ? true : undefined,
      });
  });

  function allowPages(path: string): void {
    const { config, schema } = options;
    app.options(path, { config, schema }, async (request, reply) => sendPreflight(request, reply));
  }
}

const noAnswers: Refused = {
  refusal: "not-an-answer",
  reason:
    'Send the answers by the keys of their questions, as texts, numbers or lists of texts, such as {"answers":{"seal":"pass"}}.',
};

const maxAnswers = 100;

/** Returns the answers in the body of a request; undefined for a body without any. */
function readAnswers(body: unknown): Answers | undefined {
  const { answers } = parseJson(body);
  if (typeof answers !== "object" || answers === null || Array.isArray(answers)) return undefined;
  const values = Object.values(answers);
  const areValues = values.every(
    (value) => typeof value === "string" || Number.isFinite(value) || areTags(value),
  );
  return areValues && values.length <= maxAnswers ? (answers as Answers) : undefined;
}

function areTags(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length <= maxAnswers &&
    value.every((each) => typeof each === "string")
  );
}

function parseJson(body: unknown): { answers?: unknown } {
  try {
    return Object(JSON.parse(String(body)));
  } catch {
    return {};
  }
}

/**
 * Returns who sends a request; undefined in an open inbox, which has no users. `own` is the
 * language of the hub.
 */
function toPhoneUser({ inboxLogin, headers }: FastifyRequest, own: string): PhoneUser | undefined {
  const { inbox, isSupervisor = false, ...sender } = inboxLogin!;
  if (!("user" in sender)) return undefined;
  const language = pickRequestLanguage(headers["accept-language"], own);
  return { inbox, user: sender.user, isSupervisor, language };
}

function readNumber(text: unknown): number | undefined {
  return typeof text === "string" && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

function toOwnLead({ entry, last, ask }: OwnLead) {
  const { id, label, group, fields, unnamed, lead } = entry;
  const first = lead && { at: new Date(lead.since).toISOString(), by: lead.door };
  return { entry: id, label, group, fields, unnamed, first, last, scans: lead?.scans, ask };
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
