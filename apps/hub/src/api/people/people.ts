import { Type } from "typebox";
import type { HubUrls } from "../../addresses/hub-urls.ts";
import type { App } from "../../http/app.ts";
import { refuse } from "../../http/errors.ts";
import { ownerSecurity } from "../../login/access.ts";
import { runAs } from "../../login/author.ts";
import { findLastingDenial } from "../../login/lasting-rights.ts";
import { invite } from "../../login/login-link.ts";
import { describeMissingInbox } from "../../login/missing-inbox.ts";
import type { Store } from "../../store/store.ts";
import {
  changeRefusals,
  expectedRevision,
  noContentSchema,
  ownerRefusals,
  refusals,
  refuseStale,
} from "../schemas.ts";
import { idParams, limitSchema, personNameSchema, personSchema, roleSchema } from "./schemas.ts";

const linkProperties = {
  link: Type.String({ description: "The one-time link with which the person sets a password." }),
  expiresAt: Type.String({ format: "date-time" }),
};

/** Serves `/api/people`: the people who use the dashboard, and the links that invite them. */
export function servePeople(app: App, { store, urls }: { store: Store; urls: HubUrls }): void {
  app.get(
    "/api/people",
    {
      schema: {
        summary: "List people",
        tags: ["people"],
        security: ownerSecurity,
        response: {
          200: Type.Object({ people: Type.Array(personSchema) }),
          ...refusals(...ownerRefusals),
        },
      },
    },
    async () => ({ people: await store.people() }),
  );

  app.post(
    "/api/people",
    {
      schema: {
        summary: "Invite somebody",
        description:
          "Adds a person, and returns a link with which they set their password. It works once, within seven days, and is shown only in this response. A token that ends invites nobody.",
        tags: ["people"],
        security: ownerSecurity,
        body: Type.Object({
          name: personNameSchema,
          role: roleSchema,
          inboxes: Type.Optional(limitSchema),
        }),
        response: {
          201: Type.Object({ person: personSchema, ...linkProperties }),
          ...refusals(...changeRefusals, "person-exists", "owner-limited", "no-such-inbox"),
        },
      },
    },
    async (request, reply) => {
      const denial = findLastingDenial(request.caller!);
      if (denial) return refuse(reply, "token-too-narrow", denial);
      const { role, inboxes } = request.body;
      if (role === "owner" && inboxes) return refuse(reply, "owner-limited");
      const missing = await describeMissingInbox(store, inboxes);
      if (missing) return refuse(reply, "no-such-inbox", missing, "inboxes");
      const person = await store.addPerson(request.body);
      if (!person) return refuse(reply, "person-exists");
      // The entry of the new person in the journal tells of the link too.
      const invitation = await runAs(undefined, () => invite(store, urls, person.id));
      return reply.code(201).send({ person, ...invitation });
    },
  );

  app.patch(
    "/api/people/:id",
    {
      schema: {
        summary: "Change a person",
        description:
          "Changes the name, the role, or the inboxes that the person is limited to; `null` removes that limit. It holds at once: streams that the person may not see any more end within a second. A token that ends changes nobody.",
        tags: ["people"],
        security: ownerSecurity,
        params: idParams,
        body: Type.Object({
          name: Type.Optional(personNameSchema),
          role: Type.Optional(roleSchema),
          inboxes: Type.Optional(Type.Union([limitSchema, Type.Null()])),
          ...expectedRevision,
        }),
        response: {
          200: personSchema,
          ...refusals(
            ...changeRefusals,
            "no-such-person",
            "person-exists",
            "last-owner",
            "owner-limited",
            "no-such-inbox",
            "changed-meanwhile",
          ),
        },
      },
    },
    async (request, reply) => {
      const denial = findLastingDenial(request.caller!);
      if (denial) return refuse(reply, "token-too-narrow", denial);
      const { id } = request.params;
      const before = await store.person(id);
      if (!before) return refuse(reply, "no-such-person");
      const { role = before.role, inboxes } = request.body;
      if (role === "owner" && inboxes) return refuse(reply, "owner-limited");
      const missing = await describeMissingInbox(store, inboxes, before.inboxes);
      if (missing) return refuse(reply, "no-such-inbox", missing, "inboxes");
      // An owner has no limit, so somebody who becomes one loses it.
      const change = role === "owner" ? { ...request.body, inboxes: null } : request.body;
      const outcome = await store.changePerson(id, change);
      if (outcome === "name-taken") return refuse(reply, "person-exists");
      if (outcome === "last-owner") return refuse(reply, "last-owner");
      const current = await store.person(id);
      if (!current) return refuse(reply, "no-such-person");
      return outcome === "changed-meanwhile" ? refuseStale(reply, current) : current;
    },
  );

  app.delete(
    "/api/people/:id",
    {
      schema: {
        summary: "Remove a person",
        description:
          "Ends their sessions, and removes their API tokens and passkeys. Users of inboxes that belong to them stay, without a person.",
        tags: ["people"],
        security: ownerSecurity,
        params: idParams,
        response: {
          204: noContentSchema,
          ...refusals(...changeRefusals, "no-such-person", "last-owner"),
        },
      },
    },
    async (request, reply) => {
      const outcome = await store.removePerson(request.params.id);
      return outcome === "removed" ? reply.code(204).send(null) : refuse(reply, outcome);
    },
  );

  app.post(
    "/api/people/:id/link",
    {
      schema: {
        summary: "Make a new link for a person",
        description:
          "The link sets their password, even if one is set, and logs them in without a second factor. Earlier links of the person become invalid. A token that ends makes no links.",
        tags: ["people"],
        security: ownerSecurity,
        params: idParams,
        response: {
          201: Type.Object(linkProperties),
          ...refusals(...changeRefusals, "no-such-person", "sso-person"),
        },
      },
    },
    async (request, reply) => {
      const denial = findLastingDenial(request.caller!);
      if (denial) return refuse(reply, "token-too-narrow", denial);
      const person = await store.person(request.params.id);
      if (!person) return refuse(reply, "no-such-person");
      if (person.sso) return refuse(reply, "sso-person");
      return reply.code(201).send(await invite(store, urls, person.id));
    },
  );

  app.delete(
    "/api/people/:id/sessions",
    {
      schema: {
        summary: "Log a person out everywhere",
        description: "Ends their sessions. API tokens stay valid.",
        tags: ["people"],
        security: ownerSecurity,
        params: idParams,
        response: { 204: noContentSchema, ...refusals(...changeRefusals, "no-such-person") },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      if (!(await store.person(id))) return refuse(reply, "no-such-person");
      for (const session of await store.sessions(id)) await store.removeSession(session.id, id);
      return reply.code(204).send(null);
    },
  );
}
