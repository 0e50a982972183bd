import { Type } from "typebox";
import { findActionProblem } from "../../definitions/register.ts";
import { actionSchema } from "../../definitions/register-schemas.ts";
import { createChoiceSchema } from "../../definitions/schemas.ts";
import type { App } from "../../http/app.ts";
import { refuse } from "../../http/errors.ts";
import { ownerSecurity } from "../../login/access.ts";
import { findChangeProblem } from "../../register-work/change-problem.ts";
import { findPerson } from "../../register-work/find-person.ts";
import { findRegister } from "../../register-work/find-register.ts";
import { forgetLeads } from "../../register-work/forget-leads.ts";
import { nameLeads, openDoorNames } from "../../register-work/name-movements.ts";
import { showEntry } from "../../register-work/quantities.ts";
import type { TagCheck } from "../../register-work/tag-check.ts";
import { describeTaken, readKeys, toQuantity } from "../../register-work/typed-values.ts";
import { byClockOf } from "../../registers/clock-of-sender.ts";
import { actions } from "../../registers/register.ts";
import { readPersonNames } from "../../scans/person-names.ts";
import type { EntryRecord, RegisterRecord } from "../../store/registers.ts";
import type { Store } from "../../store/store.ts";
import { toTagIdentifier } from "../../store/tag-identifier.ts";
import { exactMessage } from "../../texts/exact-message.ts";
import { pickRequestLanguage } from "../../texts/request-language.ts";
import { changeRefusals, ownerRefusals, refusals } from "../schemas.ts";
import { entryProperties as content, entrySchema, typedKeysSchema } from "./schemas.ts";
import { triedVerdictSchema } from "./verdict-schemas.ts";

const byName = Type.Object({ name: Type.String() });
const byId = Type.Object({ name: Type.String(), id: Type.Integer({ minimum: 1 }) });
const limit = Type.Integer({ minimum: 1, maximum: 500, default: 100 });

/** Serves the entries of a register below `/api/registers/<name>`, and tries scans. */
export function serveRegisterEntries(
  app: App,
  { store, checkTag, language: own }: { store: Store; checkTag: TagCheck; language: string },
): void {
  app.get(
    "/api/registers/:name/entries",
    {
      schema: {
        summary: "List entries",
        description:
          "In the order in which they were added, or with `newest` in the opposite one. If more follow, `next` is the `after` of the next page.",
        tags: ["registers"],
        security: ownerSecurity,
        params: byName,
        querystring: Type.Object({
          text: Type.Optional(
            Type.String({ maxLength: 200, description: "A part of the label or of a code." }),
          ),
          role: Type.Optional(
            createChoiceSchema(
              ["article", "place", "number", "person"],
              "Only articles (things, guests), places, number cards, or people.",
            ),
          ),
          unnamed: Type.Optional(
            Type.Boolean({
              description: "true: only those that nobody has named yet; false: only the others.",
            }),
          ),
          low: Type.Optional(
            Type.Boolean({
              description: "true: only those of which there is too little; false: only the others.",
            }),
          ),
          place: Type.Optional(
            Type.Integer({ minimum: 1, description: "The entry of a place: only what is there." }),
          ),
          care: Type.Optional(
            createChoiceSchema(
              ["lent", "free", "passed", "failed", "seen", "set", "none"],
              "Only things that are so; `none`: never lent or inspected; `free`: of loans, neither lent nor blocked.",
            ),
          ),
          holder: Type.Optional(
            Type.Integer({ minimum: 1, description: "Only what this person has." }),
          ),
          dueBefore: Type.Optional(
            Type.String({ format: "date-time", description: "Only what is due before." }),
          ),
          blocked: Type.Optional(Type.Boolean()),
          met: Type.Optional(
            Type.Boolean({
              description:
                "true: only leads; false: only contacts that wait for consent or for their first scan.",
            }),
          ),
          by: Type.Optional(
            Type.String({
              maxLength: 64,
              description: "Only those that this user scanned, first or again.",
            }),
          ),
          newest: Type.Optional(Type.Boolean({ description: "true: the newest entries first." })),
          after: Type.Optional(Type.Integer({ minimum: 0 })),
          limit,
        }),
        response: {
          200: Type.Object({
            entries: Type.Array(entrySchema),
            next: Type.Optional(Type.Integer()),
          }),
          ...refusals(...ownerRefusals, "invalid-request", "no-such-register"),
        },
      },
    },
    async (request, reply) => {
      const register = await findRegister(store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      const { dueBefore, ...query } = request.query;
      const filter = dueBefore === undefined ? {} : { dueBefore: Date.parse(dueBefore) };
      const entries = await store.entries(register.id, { ...query, ...filter });
      const isFull = entries.length === request.query.limit;
      const named = await nameFound(register, entries);
      return { entries: named.map(showEntry), next: isFull ? entries.at(-1)!.id : undefined };
    },
  );

  app.get(
    "/api/registers/:name/entries/:id",
    {
      schema: {
        summary: "One entry",
        tags: ["registers"],
        security: ownerSecurity,
        params: byId,
        response: {
          200: entrySchema,
          ...refusals(...ownerRefusals, "invalid-request", "no-such-register", "no-such-entry"),
        },
      },
    },
    async (request, reply) => {
      const register = await findRegister(store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      const entry = await store.entry(register.id, request.params.id);
      if (!entry) return refuse(reply, "no-such-entry");
      const [named = entry] = await nameFound(register, [entry]);
      return showEntry(named);
    },
  );

  app.patch(
    "/api/registers/:name/entries/:id",
    {
      schema: {
        summary: "Change an entry",
        description:
          "A blocked entry does not come in, and is not booked. Null removes a value; `fields` and `recalled` replace all of theirs. Another `label` names an entry that a scan added.",
        tags: ["registers"],
        security: ownerSecurity,
        params: byId,
        body: Type.Object({
          label: Type.Optional(content.label),
          unnamed: Type.Optional(
            Type.Literal(false, { description: "Names it with the label that it has already." }),
          ),
          // Null comes first, because Fastify would convert it to an earlier type, such as 0 or an
          // empty text.
          group: Type.Optional(Type.Union([Type.Null(), content.group])),
          attention: Type.Optional(Type.Union([Type.Null(), content.attention])),
          fields: Type.Optional(content.fields),
          blocked: Type.Optional(Type.Boolean()),
          validFrom: Type.Optional(Type.Union([Type.Null(), Type.Integer()])),
          validUntil: Type.Optional(Type.Union([Type.Null(), Type.Integer()])),
          role: Type.Optional(Type.Union([Type.Null(), content.role])),
          unit: Type.Optional(Type.Union([Type.Null(), content.unit])),
          minimum: Type.Optional(Type.Union([Type.Null(), content.minimum])),
          amount: Type.Optional(Type.Union([Type.Null(), content.amount])),
          recalled: Type.Optional(Type.Union([Type.Null(), content.recalled])),
        }),
        response: {
          200: entrySchema,
          ...refusals(
            ...changeRefusals,
            "no-such-register",
            "no-such-entry",
            "not-a-quantity",
            "not-an-action",
            "stock-in-the-way",
          ),
        },
      },
    },
    async (request, reply) => {
      const register = await findRegister(store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      const { id } = request.params;
      const [minimum, amount] = [request.body.minimum, request.body.amount].map(toQuantity);
      if (minimum === "wrong") return refuse(reply, "not-a-quantity", undefined, "minimum");
      if (amount === "wrong") return refuse(reply, "not-a-quantity", undefined, "amount");
      const entry = await store.entry(register.id, id);
      if (!entry) return refuse(reply, "no-such-entry");
      const change = { ...request.body, minimum, amount };
      const problem = await findChangeProblem(store, register, entry, change);
      if (problem) return refuse(reply, problem.code, problem.reason, problem.field);
      await store.changeEntry(register.id, id, change);
      const changed = await store.entry(register.id, id);
      return changed ? showEntry(changed) : refuse(reply, "no-such-entry");
    },
  );

  app.delete(
    "/api/registers/:name/entries/:id",
    {
      schema: {
        summary: "Delete a lead",
        description:
          "For good: the lead, its scans, and its name in the journal. Only for registers of leads. `scans` is the number of scans that stay, because an inbox with an audit trail has them. What was forwarded stays where it is.",
        tags: ["registers"],
        security: ownerSecurity,
        params: byId,
        response: {
          200: Type.Object({ scans: Type.Integer() }),
          ...refusals(...changeRefusals, "no-such-register", "no-such-entry", "not-an-action"),
        },
      },
    },
    async (request, reply) => {
      const register = await findRegister(store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      const { id } = request.params;
      if (register.kind !== "leads")
        return refuse(reply, "not-an-action", exactMessage("only-leads-are-deleted"));
      if (!(await store.entry(register.id, id))) return refuse(reply, "no-such-entry");
      const { scans } = await forgetLeads(store, register.id, [id]);
      return { scans };
    },
  );

  app.post(
    "/api/registers/:name/entries/:id/keys",
    {
      schema: {
        summary: "Change the codes of an entry",
        description:
          "Removes codes, then adds others. They are written as `keys` of an entry shows them. A code of another entry is refused, and nothing is changed then.",
        tags: ["registers"],
        security: ownerSecurity,
        params: byId,
        body: Type.Object({
          add: Type.Optional(typedKeysSchema),
          remove: Type.Optional(typedKeysSchema),
        }),
        response: {
          200: entrySchema,
          ...refusals(
            ...changeRefusals,
            "no-such-register",
            "no-such-entry",
            "not-a-key",
            "key-taken",
          ),
        },
      },
    },
    async (request, reply) => {
      const register = await findRegister(store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      const { add = [], remove = [] } = request.body;
      const keys = readKeys(register, add);
      if (!keys.ok) return refuse(reply, "not-a-key", keys.reason);
      const { id } = request.params;
      const outcome = await store.changeKeys(register.id, id, { remove, add: keys.value });
      if (typeof outcome === "object")
        return refuse(reply, "key-taken", describeTaken(outcome, "changed"));
      const changed = await store.entry(register.id, id);
      return changed ? showEntry(changed) : refuse(reply, "no-such-entry");
    },
  );

  app.post(
    "/api/registers/:name/try",
    {
      schema: {
        summary: "Try a scan without storing anything",
        tags: ["registers"],
        security: ownerSecurity,
        params: byName,
        body: Type.Object({
          content: Type.String({ maxLength: 8192 }),
          tag: Type.Optional(Type.String({ description: "The UID of a tag in hexadecimal." })),
          action: Type.Optional(actionSchema),
          place: Type.Optional(
            Type.Integer({ minimum: 1, description: "The entry of the place in hand." }),
          ),
          holder: Type.Optional(
            Type.Integer({ minimum: 1, description: "The entry of the person in hand." }),
          ),
        }),
        response: {
          200: triedVerdictSchema,
          ...refusals(
            ...changeRefusals,
            "no-such-register",
            "not-a-tag",
            "not-an-action",
            "not-a-place",
            "not-a-person",
          ),
        },
      },
    },
    async (request, reply) => {
      const register = await findRegister(store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      const { content, action = actions[register.kind][0], place, holder } = request.body;
      const problem = findActionProblem(register.kind, action);
      if (problem) return refuse(reply, "not-an-action", problem, "action");
      const tag = request.body.tag === undefined ? undefined : toTagIdentifier(request.body.tag);
      if (request.body.tag !== undefined && !tag) return refuse(reply, "not-a-tag");
      if (place !== undefined && !(await isPlace(register, place)))
        return refuse(reply, "not-a-place", undefined, "place");
      if (holder !== undefined && !(await findPerson(store, register, holder)))
        return refuse(reply, "not-a-person", undefined, "holder");
      const rule = register.rules.keys?.sun;
      const sealed = rule && (await store.registerSecrets(register.name));
      const sun =
        sealed && (await checkTag({ register: register.name, rule, sealed }, { content, tag }));
      const { "accept-language": languages } = request.headers;
      const language = pickRequestLanguage(languages, own);
      const hand = { place, holder };
      const scan = { content, action, tag, ...hand, sun, language };
      return byClockOf(await store.tryScan(register.id, scan), languages);
    },
  );

  async function nameFound(register: RegisterRecord, entries: EntryRecord[]) {
    if (register.kind !== "leads") return entries;
    return nameLeads(entries, await openDoorNames(store, await readPersonNames(store), register));
  }

  async function isPlace({ id }: RegisterRecord, entry: number): Promise<boolean> {
    return (await store.entry(id, entry))?.role === "place";
  }
}
