import { Type } from "typebox";
import { journalTogether } from "../../changes/journal-together.ts";
import type { App } from "../../http/app.ts";
import { refuse } from "../../http/errors.ts";
import { ownerSecurity, reachOfRequest } from "../../login/access.ts";
import { toStoredUser } from "../../login/find-credential.ts";
import { hashPassword } from "../../login/passwords.ts";
import type { RememberedLogins } from "../../login/remembered-logins.ts";
import { createSecret } from "../../login/secrets.ts";
import type { Store } from "../../store/store.ts";
import { exactMessage } from "../../texts/exact-message.ts";
import {
  basicPasswordSchema,
  changeRefusals,
  noContentSchema,
  refusals,
  userSchema,
} from "../schemas.ts";

const namesPeople = exactMessage("people-of-whole-hub");
const nameParams = Type.Object({ name: Type.String() });

/** Serves `/api/inboxes/<name>/credentials`: the users of an inbox. */
export function serveInboxCredentials(
  app: App,
  { store, remembered }: { store: Store; remembered: Pick<RememberedLogins, "remember"> },
): void {
  /** Returns the stored name of the user in a path. */
  async function readUser({ name, user }: { name: string; user: string }): Promise<string> {
    return toStoredUser((await store.inbox(name))?.credentials ?? [], user);
  }

  app.post(
    "/api/inboxes/:name/credentials",
    {
      schema: {
        summary: "Add a user to an inbox, or rotate the password of one",
        description: "`password` is shown only in this response. The hub keeps its hash.",
        tags: ["inboxes"],
        security: ownerSecurity,
        params: nameParams,
        body: Type.Object({ user: userSchema, password: Type.Optional(basicPasswordSchema) }),
        response: {
          201: Type.Object({ user: Type.String(), password: Type.String() }),
          ...refusals(...changeRefusals, "no-such-inbox"),
        },
      },
    },
    async (request, reply) => {
      const { name } = request.params;
      const { user: named, password, hash } = await createCredential(request.body);
      const user = await readUser({ name, user: named });
      const isSet = await store.setCredential(name, user, hash);
      if (!isSet) return refuse(reply, "no-such-inbox");
      await remembered.remember(name, { user, passwordHash: hash }, password);
      return reply.code(201).send({ user, password });
    },
  );

  app.patch(
    "/api/inboxes/:name/credentials/:user",
    {
      schema: {
        summary: "Change a user of an inbox",
        description:
          "Makes the user a supervisor or no longer one, or says to whom they belong. From the phone, a supervisor may undo movements, search the entries of the register that the inbox feeds, and let in guests whom it refused. Scans and journals name the person of a user. Send `supervisor`, `person` or both.",
        tags: ["inboxes"],
        security: ownerSecurity,
        params: Type.Object({ name: Type.String(), user: Type.String() }),
        body: Type.Object({
          supervisor: Type.Optional(Type.Boolean()),
          // Not a union, in which Fastify would convert a number to null or the other way round.
          person: Type.Optional(
            Type.Unsafe<number | null>({
              type: ["integer", "null"],
              description: "The id of the person to whom the user belongs; null for nobody.",
            }),
          ),
        }),
        response: {
          204: noContentSchema,
          ...refusals(...changeRefusals, "no-such-credential", "no-such-person"),
        },
      },
    },
    async (request, reply) => {
      const { name } = request.params;
      const { supervisor, person } = request.body;
      if (supervisor === undefined && person === undefined)
        return refuse(reply, "invalid-request", exactMessage("credential-unchanged"));
      // A caller who is limited to inboxes does not see the people of the hub.
      if (person !== undefined && reachOfRequest(request))
        return refuse(reply, "inbox-out-of-reach", namesPeople, "person");
      const user = await readUser(request.params);
      const owner = person ?? undefined;
      if (owner !== undefined && !(await store.person(owner)))
        return refuse(reply, "no-such-person", undefined, "person");
      const areSet = await journalTogether(
        async () =>
          (supervisor === undefined || (await store.setSupervisor(name, user, supervisor))) &&
          (person === undefined || (await store.setCredentialPerson(name, user, owner))),
      );
      return areSet ? reply.code(204).send(null) : refuse(reply, "no-such-credential");
    },
  );

  app.delete(
    "/api/inboxes/:name/credentials/:user",
    {
      schema: {
        summary: "Remove a user of an inbox",
        tags: ["inboxes"],
        security: ownerSecurity,
        params: Type.Object({ name: Type.String(), user: Type.String() }),
        response: { 204: noContentSchema, ...refusals(...changeRefusals, "no-such-credential") },
      },
    },
    async (request, reply) => {
      const { name } = request.params;
      const user = await readUser(request.params);
      const removed = await store.removeCredential(name, user);
      return removed ? reply.code(204).send(null) : refuse(reply, "no-such-credential");
    },
  );
}

/**
 * Creates a credential with the hash of its password. The default user is `scanner`, and the
 * default password is random.
 */
export async function createCredential(input: { user?: string; password?: string }) {
  const user = (input.user ?? "scanner").normalize("NFC");
  const password = input.password ?? createSecret(128);
  return { user, password, hash: await hashPassword(password) };
}
