import { Type } from "typebox";
import { findActionProblem } from "../../definitions/register.ts";
import { createChoiceSchema } from "../../definitions/schemas.ts";
import type { App } from "../../http/app.ts";
import { refuse } from "../../http/errors.ts";
import { ownerSecurity } from "../../login/access.ts";
import { findPerson } from "../../register-work/find-person.ts";
import { findRegister } from "../../register-work/find-register.ts";
import { actManually } from "../../register-work/manual-actions.ts";
import { toQuantity } from "../../register-work/typed-values.ts";
import { byClockOf } from "../../registers/clock-of-sender.ts";
import { parseDay } from "../../registers/interval.ts";
import { actions } from "../../registers/register.ts";
import type { RegisterRecord } from "../../store/registers.ts";
import type { Store } from "../../store/store.ts";
import { exactMessage } from "../../texts/exact-message.ts";
import { pickRequestLanguage } from "../../texts/request-language.ts";
import { changeRefusals, refusals } from "../schemas.ts";
import { quantitySchema } from "./schemas.ts";
import { verdictSchema } from "./verdict-schemas.ts";

const byId = Type.Object({ name: Type.String(), id: Type.Integer({ minimum: 1 }) });
const dueSchema = Type.String({
  maxLength: 40,
  description: "A day, such as 2026-12-06, which is its end, or a time.",
});

/** Serves what the owner does with an entry by hand. */
export function serveRegisterActs(
  app: App,
  { store, language: own }: { store: Store; language: string },
): void {
  app.post(
    "/api/registers/:name/entries/:id/act",
    {
      schema: {
        summary: "Book an entry by hand",
        description:
          "Checks a guest in or out, books a quantity of an article, 1 unless given, at a place, lends a thing to a person, takes it back, or inspects it. `forced` overrules the rules. A verdict may ask questions; `POST …/movements/<movement>/answers` answers them. The act is stored as a scan in the inbox `register-events`.",
        tags: ["registers"],
        security: ownerSecurity,
        params: byId,
        body: Type.Object({
          action: createChoiceSchema([
            "in",
            "out",
            ...actions.stock,
            ...actions.loans,
            ...actions.inspection,
          ]),
          forced: Type.Optional(Type.Boolean()),
          quantity: Type.Optional(quantitySchema),
          place: Type.Optional(Type.Integer({ minimum: 1, description: "The entry of a place." })),
          from: Type.Optional(
            Type.Integer({ minimum: 1, description: "The place that it is moved from." }),
          ),
          holder: Type.Optional(
            Type.Integer({ minimum: 1, description: "The entry of the person who gets it." }),
          ),
          due: Type.Optional(dueSchema),
        }),
        response: {
          200: verdictSchema,
          ...refusals(
            ...changeRefusals,
            "no-such-register",
            "no-such-entry",
            "not-an-action",
            "not-a-quantity",
            "not-a-place",
            "not-a-person",
            "not-a-date",
          ),
        },
      },
    },
    async (request, reply) => {
      const register = await findRegister(store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      const entry = request.params.id;
      if (!(await store.entry(register.id, entry))) return refuse(reply, "no-such-entry");
      const { place, from, holder, due, ...body } = request.body;
      const problem = findActionProblem(register.kind, body.action);
      if (problem) return refuse(reply, "not-an-action", problem, "action");
      const quantity = toQuantity(body.quantity);
      if (quantity === "wrong") return refuse(reply, "not-a-quantity", undefined, "quantity");
      if (quantity !== undefined && register.kind !== "stock")
        return refuse(
          reply,
          "not-a-quantity",
          exactMessage("only-stock-books-quantities"),
          "quantity",
        );
      if (place !== undefined && register.kind !== "stock")
        return refuse(reply, "not-a-place", exactMessage("only-stock-books-at-places"), "place");
      for (const [field, id] of Object.entries({ place, from }))
        if (id !== undefined && !(await isPlace(register, id)))
          return refuse(reply, "not-a-place", undefined, field);
      if (from !== undefined && body.action !== "move")
        return refuse(reply, "not-a-place", exactMessage("only-move-has-from"), "from");
      const isLoan = body.action === "lend" || body.action === "lend-or-return";
      if (holder !== undefined && !isLoan)
        return refuse(reply, "not-a-person", exactMessage("only-lent-has-holder"), "holder");
      if (holder !== undefined && !(await findPerson(store, register, holder)))
        return refuse(reply, "not-a-person", undefined, "holder");
      if (due !== undefined && !isLoan)
        return refuse(reply, "not-a-date", exactMessage("only-lent-has-due"), "due");
      const dueAt = toTime(due);
      if (Number.isNaN(dueAt)) return refuse(reply, "not-a-date", undefined, "due");
      const { action, forced = false } = body;
      const booked = { place, from, quantity: quantity ?? undefined, holder, dueAt };
      const act = { kind: "act", register: register.id, entry, action, forced, ...booked } as const;
      const { "accept-language": languages } = request.headers;
      const language = pickRequestLanguage(languages, own);
      const verdict = await actManually(store, act, { language });
      if (!verdict) return refuse(reply, "no-such-register");
      return byClockOf(verdict, languages);
    },
  );

  app.put(
    "/api/registers/:name/entries/:id/due",
    {
      schema: {
        summary: "Set the date of a thing",
        description:
          "Sets until when a thing is lent, or when it is to be inspected. Null removes the date.",
        tags: ["registers"],
        security: ownerSecurity,
        params: byId,
        // Not a union, in which Fastify would convert an empty text to null.
        body: Type.Object({
          due: Type.Unsafe<string | null>({ type: ["string", "null"], maxLength: 40 }),
        }),
        response: {
          200: verdictSchema,
          ...refusals(
            ...changeRefusals,
            "no-such-register",
            "no-such-entry",
            "not-an-action",
            "not-a-date",
          ),
        },
      },
    },
    async (request, reply) => {
      const register = await findRegister(store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      const { id: entry } = request.params;
      if (!(await store.entry(register.id, entry))) return refuse(reply, "no-such-entry");
      if (register.kind !== "loans" && register.kind !== "inspection")
        return refuse(
          reply,
          "not-an-action",
          exactMessage("kind-has-no-dates", { kind: register.kind }),
        );
      const dueAt = toTime(request.body.due);
      if (Number.isNaN(dueAt)) return refuse(reply, "not-a-date", undefined, "due");
      const act = { kind: "set-due", register: register.id, entry, dueAt } as const;
      const { "accept-language": languages } = request.headers;
      const language = pickRequestLanguage(languages, own);
      const verdict = await actManually(store, act, { language });
      if (!verdict) return refuse(reply, "no-such-register");
      return byClockOf(verdict, languages);
    },
  );

  async function isPlace({ id }: RegisterRecord, entry: number): Promise<boolean> {
    return (await store.entry(id, entry))?.role === "place";
  }
}

/** Returns a day or a time in milliseconds since 1970; NaN for another text. */
function toTime(text: string | null | undefined): number | undefined {
  if (text === null || text === undefined) return undefined;
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text);
  const isOfCalendar = isTime && parseDay(text.slice(0, 10)) !== undefined;
  return parseDay(text) ?? (isOfCalendar ? Date.parse(text) : Number.NaN);
}
