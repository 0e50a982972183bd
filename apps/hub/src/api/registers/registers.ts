import { Type } from "typebox";
import type { ConfigFile } from "../../config-file/open.ts";
import {
  findActionProblem,
  findKeepDaysProblem,
  findLenderProblem,
  findPeopleProblem,
  findRuleProblem,
} from "../../definitions/register.ts";
import { maxRulesBytes } from "../../definitions/register-limits.ts";
import {
  actionSchema,
  answerSchema,
  registerNameSchema,
  registerProperties,
} from "../../definitions/register-schemas.ts";
import { describeAnsweringRoute, findAnsweringRoute } from "../../forwarding/answering-route.ts";
import type { App } from "../../http/app.ts";
import { refuse } from "../../http/errors.ts";
import { isOwner, ownerSecurity, reachOfRequest } from "../../login/access.ts";
import { reachesRegister } from "../../login/rights.ts";
import { countCare } from "../../register-work/care-counts.ts";
import { findCountedRegister, findRegister } from "../../register-work/find-register.ts";
import { forgetAllLeads } from "../../register-work/forget-leads.ts";
import { nameScanners, openDoorNames } from "../../register-work/name-movements.ts";
import { prepareSecrets } from "../../register-work/prepare-secrets.ts";
import { kinds } from "../../registers/kinds/kinds.ts";
import { actions } from "../../registers/register.ts";
import type { Rules } from "../../registers/rules.ts";
import { readPersonNames } from "../../scans/person-names.ts";
import type { Sealing } from "../../secrets/sealing.ts";
import type { CountedRegister } from "../../store/registers.ts";
import type { Store } from "../../store/store.ts";
import {
  changeRefusals,
  expectedRevision,
  noContentSchema,
  ownerRefusals,
  refusals,
  refuseStale,
} from "../schemas.ts";
import {
  careCountsSchema,
  leadCountsSchema,
  registerSchema,
  stockCountsSchema,
} from "./schemas.ts";

const byName = Type.Object({ name: Type.String() });

/** Serves `/api/registers`: the registers, their rules, and the inboxes that feed them. */
export function serveRegisters(
  app: App,
  {
    store,
    configFile,
    sealing,
  }: { store: Store; configFile: ConfigFile; sealing: Pick<Sealing, "seal"> },
): void {
  async function countLeads(register: CountedRegister) {
    const findName = await openDoorNames(store, await readPersonNames(store), register);
    return nameScanners(await store.countLeads(register.id), findName);
  }

  app.get(
    "/api/registers",
    {
      schema: {
        summary: "List registers",
        tags: ["registers"],
        security: ownerSecurity,
        response: {
          200: Type.Object({ registers: Type.Array(registerSchema) }),
          ...refusals(...ownerRefusals),
        },
      },
    },
    async (request) => {
      const reach = reachOfRequest(request);
      const registers = await store.countedRegisters();
      const reached = registers.filter((register) => reachesRegister(reach, register));
      return { registers: reached.map(toApiRegister) };
    },
  );

  app.post(
    "/api/registers",
    {
      bodyLimit: maxRulesBytes,
      schema: {
        summary: "Make a register",
        description:
          "A register decides about the scans of its inboxes in the transaction that stores them. With `entriesFrom`, it borrows the entries of another register, and with `peopleFrom` those to whom it lends.",
        tags: ["registers"],
        security: ownerSecurity,
        body: Type.Object({
          name: registerNameSchema,
          ...registerProperties,
        }),
        response: {
          201: registerSchema,
          ...refusals(
            ...changeRefusals,
            "body-too-large",
            "not-a-register",
            "no-such-register",
            "register-exists",
            "secrets-for-owners",
            "secrets-locked",
          ),
        },
      },
    },
    async (request, reply) => {
      const { name, kind, entriesFrom, peopleFrom, keepDays, secrets = {} } = request.body;
      const rules = (request.body.rules ?? {}) as Rules;
      const problem = findRuleProblem(kind, rules);
      if (problem) return refuse(reply, "not-a-register", problem.reason, `rules.${problem.field}`);
      const ofDays = findKeepDaysProblem(kind, keepDays);
      if (ofDays) return refuse(reply, "not-a-register", ofDays.reason, ofDays.field);
      const change = await prepareSecrets(secrets, { name, rules }, isOwner(request), sealing);
      if (!change.ok) return refuse(reply, change.code, change.reason, change.field);
      const lender = entriesFrom && (await findRegister(store, entriesFrom));
      const otherKind = lender ? findLenderProblem(kind, lender) : undefined;
      if (otherKind) return refuse(reply, "not-a-register", otherKind, "entriesFrom");
      const owner = peopleFrom && (await findRegister(store, peopleFrom));
      const noPeople = owner ? findPeopleProblem(kind, owner) : undefined;
      if (noPeople) return refuse(reply, "not-a-register", noPeople, "peopleFrom");
      const register = { ...request.body, rules, secrets: change.sealed };
      const added = await store.addRegister({ ...register, origin: "dashboard" });
      if (added === "no-such-register") return refuse(reply, "no-such-register");
      if (added === "name-taken") return refuse(reply, "register-exists");
      return reply
        .code(201)
        .send(toApiRegister((await findCountedRegister(store, request.body.name))!));
    },
  );

  app.get(
    "/api/registers/:name",
    {
      schema: {
        summary: "One register, with its refused scans by code",
        tags: ["registers"],
        security: ownerSecurity,
        params: byName,
        response: {
          200: Type.Intersect([
            registerSchema,
            Type.Object({
              refusedByCode: Type.Record(Type.String(), Type.Integer()),
              stock: Type.Optional(stockCountsSchema),
              care: Type.Optional(careCountsSchema),
              leads: Type.Optional(leadCountsSchema),
            }),
          ]),
          ...refusals(...ownerRefusals, "no-such-register"),
        },
      },
    },
    async (request, reply) => {
      const register = await findCountedRegister(store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      const refusedByCode = { ...(await store.countRefused(register.id)) };
      const { id, kind } = register;
      const isCare = kinds[kind].findStage !== undefined;
      return {
        ...toApiRegister(register),
        refusedByCode,
        stock: kind === "stock" ? await store.countStock(id) : undefined,
        care: isCare ? await countCare(store, register, Date.now()) : undefined,
        leads: kind === "leads" ? await countLeads(register) : undefined,
      };
    },
  );

  app.patch(
    "/api/registers/:name",
    {
      bodyLimit: maxRulesBytes,
      schema: {
        summary: "Change a register",
        description:
          "`rules` replaces all rules. A secret that is not named stays, and null removes one.",
        tags: ["registers"],
        security: ownerSecurity,
        params: byName,
        body: Type.Object({
          title: registerProperties.title,
          rules: registerProperties.rules,
          keepDays: registerProperties.keepDays,
          secrets: registerProperties.secrets,
          ...expectedRevision,
        }),
        response: {
          200: registerSchema,
          ...refusals(
            ...changeRefusals,
            "body-too-large",
            "not-a-register",
            "no-such-register",
            "kept-in-file",
            "changed-meanwhile",
            "secrets-for-owners",
            "secrets-locked",
          ),
        },
      },
    },
    async (request, reply) => {
      const { name } = request.params;
      if (await keepsRegister(name)) return refuse(reply, "kept-in-file");
      const register = await findRegister(store, name);
      if (!register) return refuse(reply, "no-such-register");
      const { kind } = register;
      const problem = findRuleProblem(kind, (request.body.rules ?? {}) as Rules);
      if (problem) return refuse(reply, "not-a-register", problem.reason, `rules.${problem.field}`);
      const ofDays = findKeepDaysProblem(kind, request.body.keepDays);
      if (ofDays) return refuse(reply, "not-a-register", ofDays.reason, ofDays.field);
      const { rules = register.rules } = request.body;
      const known = { name, rules: rules as Rules, saved: register.secrets };
      const given = request.body.secrets ?? {};
      const change = await prepareSecrets(given, known, isOwner(request), sealing);
      if (!change.ok) return refuse(reply, change.code, change.reason, change.field);
      const secrets = { ...change.removed, ...change.sealed };
      const edit = { ...request.body, secrets, origin: "dashboard" } as const;
      const outcome = await store.changeRegister(name, edit);
      const current = await findCountedRegister(store, name);
      if (outcome === "no-such-register" || !current) return refuse(reply, "no-such-register");
      return outcome === "changed-meanwhile"
        ? refuseStale(reply, toApiRegister(current))
        : toApiRegister(current);
    },
  );

  app.delete(
    "/api/registers/:name",
    {
      schema: {
        summary: "Remove a register",
        description: "Deletes its entries and its journal. Scans are kept.",
        tags: ["registers"],
        security: ownerSecurity,
        params: byName,
        response: {
          204: noContentSchema,
          ...refusals(...changeRefusals, "no-such-register", "kept-in-file", "register-borrowed"),
        },
      },
    },
    async (request, reply) => {
      if (await keepsRegister(request.params.name)) return refuse(reply, "kept-in-file");
      const outcome = await store.removeRegister(request.params.name);
      if (outcome === "no-such-register") return refuse(reply, "no-such-register");
      if (outcome === "borrowed") return refuse(reply, "register-borrowed");
      return reply.code(204).send(null);
    },
  );

  app.post(
    "/api/registers/:name/empty",
    {
      schema: {
        summary: "Delete the entries of a register",
        description:
          "Also takes every name out of its journal, and deletes its rounds. The counts stay, and so do the scans, except those of leads.",
        tags: ["registers"],
        security: ownerSecurity,
        params: byName,
        response: {
          200: Type.Object({ deleted: Type.Integer() }),
          ...refusals(...changeRefusals, "no-such-register"),
        },
      },
    },
    async (request, reply) => {
      const register = await findRegister(store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      const { leads } = register.kind === "leads" ? await forgetAllLeads(store, register) : noLeads;
      return { deleted: leads + (await store.emptyRegister(register.id)) };
    },
  );

  app.put(
    "/api/inboxes/:name/register",
    {
      schema: {
        summary: "Let an inbox feed a register",
        description:
          "The register decides about every scan of the inbox from now on. Replaces the register that the inbox fed before.",
        tags: ["registers"],
        security: ownerSecurity,
        params: byName,
        body: Type.Object({
          register: Type.String(),
          action: Type.Optional(actionSchema),
          answer: Type.Optional(answerSchema),
        }),
        response: {
          204: noContentSchema,
          ...refusals(
            ...changeRefusals,
            "no-such-inbox",
            "no-such-register",
            "not-an-action",
            "kept-in-file",
            "inbox-answered",
          ),
        },
      },
    },
    async (request, reply) => {
      const { register, answer = "negotiated" } = request.body;
      if ((await keepsRegister(register)) || (await keepsBinding(request.params.name)))
        return refuse(reply, "kept-in-file");
      const answering = findAnsweringRoute(await store.routing(), request.params.name);
      if (answering) return refuse(reply, "inbox-answered", describeAnsweringRoute(answering));
      const found = await findRegister(store, register);
      if (!found) return refuse(reply, "no-such-register");
      const { kind } = found;
      const { action = actions[kind][0] } = request.body;
      const problem = findActionProblem(kind, action);
      if (problem) return refuse(reply, "not-an-action", problem, "action");
      const bound = await store.bindInbox(request.params.name, { register, action, answer });
      return bound === "bound" ? reply.code(204).send(null) : refuse(reply, bound);
    },
  );

  app.delete(
    "/api/inboxes/:name/register",
    {
      schema: {
        summary: "Let an inbox feed no register",
        tags: ["registers"],
        security: ownerSecurity,
        params: byName,
        response: {
          204: noContentSchema,
          ...refusals(...changeRefusals, "no-such-inbox", "kept-in-file"),
        },
      },
    },
    async (request, reply) => {
      if (await keepsBinding(request.params.name)) return refuse(reply, "kept-in-file");
      const outcome = await store.bindInbox(request.params.name, undefined);
      if (outcome === "no-such-inbox") return refuse(reply, "no-such-inbox");
      return reply.code(204).send(null);
    },
  );

  async function keepsRegister(name: string): Promise<boolean> {
    const register = await findRegister(store, name);
    return register !== undefined && configFile.keeps(register);
  }

  /** Resolves to whether the inbox feeds a register of the settings file. */
  async function keepsBinding(inbox: string): Promise<boolean> {
    return (await store.registers()).some(
      (register) =>
        configFile.keeps(register) && register.bindings.some((binding) => binding.inbox === inbox),
    );
  }

  function toApiRegister(register: CountedRegister): CountedRegister {
    return { ...register, origin: configFile.keeps(register) ? "file" : "dashboard" };
  }
}

const noLeads = { leads: 0 };
