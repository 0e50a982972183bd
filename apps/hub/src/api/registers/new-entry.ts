import { Type } from "typebox";
import type { App } from "../../http/app.ts";
import { refuse } from "../../http/errors.ts";
import { ownerSecurity } from "../../login/access.ts";
import { findKindProblem } from "../../register-work/change-problem.ts";
import { makeRandomKey } from "../../register-work/codes.ts";
import { findRegister } from "../../register-work/find-register.ts";
import { showEntry } from "../../register-work/quantities.ts";
import { describeTaken, readKeys, toQuantity } from "../../register-work/typed-values.ts";
import { keyRulesOf } from "../../registers/kinds/kinds.ts";
import type { Store } from "../../store/store.ts";
import { changeRefusals, refusals } from "../schemas.ts";
import { entryProperties, entrySchema, typedKeysSchema } from "./schemas.ts";

/** Serves `POST /api/registers/<name>/entries`, which adds one entry. */
export function serveNewEntry(app: App, { store }: { store: Store }): void {
  app.post(
    "/api/registers/:name/entries",
    {
      schema: {
        summary: "Add an entry",
        description:
          "`keys` are written as an entry shows them. Without them it gets a random code. If another entry has one of the codes, nothing is added.",
        tags: ["registers"],
        security: ownerSecurity,
        params: Type.Object({ name: Type.String() }),
        body: Type.Object({
          ...Type.Partial(Type.Object(entryProperties)).properties,
          label: entryProperties.label,
          keys: Type.Optional(typedKeysSchema),
        }),
        response: {
          201: entrySchema,
          ...refusals(
            ...changeRefusals,
            "no-such-register",
            "not-a-key",
            "key-taken",
            "not-a-quantity",
            "not-an-action",
          ),
        },
      },
    },
    async (request, reply) => {
      const register = await findRegister(store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      const { keys: typed = [], fields = {}, ...content } = request.body;
      const [minimum, amount] = [content.minimum, content.amount].map(toQuantity);
      if (minimum === "wrong") return refuse(reply, "not-a-quantity", undefined, "minimum");
      if (amount === "wrong") return refuse(reply, "not-a-quantity", undefined, "amount");
      const problem = findKindProblem(register, content);
      if (problem) return refuse(reply, problem.code, problem.reason, problem.field);
      const keys = readKeys(register, typed);
      if (!keys.ok) return refuse(reply, "not-a-key", keys.reason, "keys");
      if (keys.value.length === 0) keys.value.push(makeRandomKey(keyRulesOf(register)));
      const entry = { ...content, fields, minimum, amount, keys: keys.value };
      const added = await store.addEntry(register.id, entry);
      if (added === "no-such-register") return refuse(reply, "no-such-register");
      if ("taken" in added)
        return refuse(reply, "key-taken", describeTaken(added, "added"), "keys");
      return reply.code(201).send(showEntry((await store.entry(register.id, added.id))!));
    },
  );
}
