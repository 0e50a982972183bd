import { Type } from "typebox";
import { maxAnswersBytes } from "../../definitions/register-limits.ts";
import type { App } from "../../http/app.ts";
import { refuse } from "../../http/errors.ts";
import { ownerSecurity, reachOfRequest } from "../../login/access.ts";
import { reachesRegister } from "../../login/rights.ts";
import { answerQuestions } from "../../register-work/answer-questions.ts";
import { findPerson } from "../../register-work/find-person.ts";
import { findRegister } from "../../register-work/find-register.ts";
import { actManually } from "../../register-work/manual-actions.ts";
import { nameMovements } from "../../register-work/name-movements.ts";
import { showMovement } from "../../register-work/quantities.ts";
import { byClockOf } from "../../registers/clock-of-sender.ts";
import { readPersonNames } from "../../scans/person-names.ts";
import type { RegisterRecord } from "../../store/registers.ts";
import type { Store } from "../../store/store.ts";
import { pickRequestLanguage } from "../../texts/request-language.ts";
import { changeRefusals, ownerRefusals, refusals } from "../schemas.ts";
import { answersSchema, movementSchema, verdictSchema } from "./verdict-schemas.ts";

const byName = Type.Object({ name: Type.String() });
const byId = Type.Object({ name: Type.String(), id: Type.Integer({ minimum: 1 }) });

/** Serves the journal of a register at `/api/registers/<name>/movements`. */
export function serveJournal(
  app: App,
  { store, language: own }: { store: Store; language: string },
): void {
  app.get(
    "/api/registers/:name/movements",
    {
      schema: {
        summary: "List the journal",
        description:
          "The newest movement comes first. If more follow, `next` is the `before` of the next page.",
        tags: ["registers"],
        security: ownerSecurity,
        params: byName,
        querystring: Type.Object({
          entry: Type.Optional(Type.Integer({ minimum: 1 })),
          before: Type.Optional(Type.Integer({ minimum: 1 })),
          limit: Type.Integer({ minimum: 1, maximum: 500, default: 100 }),
        }),
        response: {
          200: Type.Object({
            movements: Type.Array(movementSchema),
            next: Type.Optional(Type.Integer()),
          }),
          ...refusals(...ownerRefusals, "invalid-request", "no-such-register"),
        },
      },
    },
    async (request, reply) => {
      const register = await findRegister(store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      const movements = await store.movements(register.id, request.query);
      const names = await readPersonNames(store);
      const named = await nameMovements(store, names, movements, ({ id }) => id === register.id);
      const isFull = movements.length === request.query.limit;
      return {
        movements: named.map(showMovement),
        next: isFull ? movements.at(-1)!.id : undefined,
      };
    },
  );

  app.get(
    "/api/registers/:name/entries/:id/history",
    {
      schema: {
        summary: "List what happened to an entry",
        description:
          "The movements about an entry in all registers that share its list, and for a person also those of the things that they borrow, without those that only asked what was answered later. Whoever is limited to inboxes sees those of the registers that these feed. The newest comes first. If more follow, `next` is the `before` of the next page.",
        tags: ["registers"],
        security: ownerSecurity,
        params: byId,
        querystring: Type.Object({
          before: Type.Optional(Type.Integer({ minimum: 1 })),
          limit: Type.Integer({ minimum: 1, maximum: 500, default: 100 }),
        }),
        response: {
          200: Type.Object({
            movements: Type.Array(
              Type.Object({ register: Type.String(), ...movementSchema.properties }),
            ),
            next: Type.Optional(Type.Integer()),
          }),
          ...refusals(...ownerRefusals, "invalid-request", "no-such-register", "no-such-entry"),
        },
      },
    },
    async (request, reply) => {
      const register = await findRegister(store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      const { id } = request.params;
      const entry = await store.entry(register.id, id);
      if (!entry && !(await findPerson(store, register, id))) return refuse(reply, "no-such-entry");
      const movements = await store.history(id, request.query);
      const reach = reachOfRequest(request);
      const registers = await store.registers();
      const reached = registers.filter((each) => reachesRegister(reach, each));
      const isOf = ({ name }: RegisterRecord, { register }: { register: string }) =>
        name === register;
      const seen = movements.filter((movement) => reached.some((each) => isOf(each, movement)));
      const names = await readPersonNames(store);
      const named = await nameMovements(store, names, seen, isOf);
      const isFull = movements.length === request.query.limit;
      return {
        movements: named.map(showMovement),
        next: isFull ? movements.at(-1)!.id : undefined,
      };
    },
  );

  app.post(
    "/api/registers/:name/movements/:id/answers",
    {
      bodyLimit: maxAnswersBytes,
      schema: {
        summary: "Answer the questions of a verdict",
        description:
          "The first answers count. The same answers again return the same verdict; others are refused.",
        tags: ["registers"],
        security: ownerSecurity,
        params: byId,
        body: Type.Object({ answers: answersSchema }),
        response: {
          200: verdictSchema,
          ...refusals(
            ...changeRefusals,
            "body-too-large",
            "no-such-register",
            "no-such-movement",
            "not-an-answer",
            "answered-already",
            "ask-over",
          ),
        },
      },
    },
    async (request, reply) => {
      const register = await findRegister(store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      const { id } = request.params;
      const [movement] = await store.toldMovements(register.id, { after: id - 1, limit: 1 });
      if (movement?.id !== id) return refuse(reply, "no-such-movement");
      const { answers } = request.body;
      const { "accept-language": languages } = request.headers;
      const language = pickRequestLanguage(languages, own);
      const outcome = await answerQuestions(store, register, movement, answers, { language });
      return "refusal" in outcome
        ? refuse(reply, outcome.refusal, outcome.reason, outcome.field)
        : byClockOf(outcome, languages);
    },
  );

  app.post(
    "/api/registers/:name/movements/:id/undo",
    {
      schema: {
        summary: "Undo a movement",
        description:
          "Only the last movement of an entry can be undone. The journal keeps both. Otherwise the response is 409 with the reason.",
        tags: ["registers"],
        security: ownerSecurity,
        params: byId,
        response: {
          200: verdictSchema,
          ...refusals(...changeRefusals, "no-such-register", "no-such-movement", "not-undone"),
        },
      },
    },
    async (request, reply) => {
      const register = await findRegister(store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      const undo = { kind: "undo", register: register.id, movement: request.params.id } as const;
      const { "accept-language": languages } = request.headers;
      const language = pickRequestLanguage(languages, own);
      const verdict = await actManually(store, undo, { language });
      if (!verdict) return refuse(reply, "no-such-register");
      if (verdict.code === "no-such-movement") return refuse(reply, "no-such-movement");
      const shown = byClockOf(verdict, languages);
      return shown.result === "yes" ? shown : refuse(reply, "not-undone", shown.text);
    },
  );
}
