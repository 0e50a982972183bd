import { Type } from "typebox";
import { type HubUrls, toDisplayLink } from "../../addresses/hub-urls.ts";
import type { App } from "../../http/app.ts";
import { refuse } from "../../http/errors.ts";
import { ownerSecurity } from "../../login/access.ts";
import { addDisplay } from "../../register-work/add-display.ts";
import { findRegister } from "../../register-work/find-register.ts";
import type { Store } from "../../store/store.ts";
import {
  changeRefusals,
  doorSchema,
  noContentSchema,
  ownerRefusals,
  refusals,
} from "../schemas.ts";

const displayProperties = {
  id: Type.Integer(),
  door: Type.Optional(
    Type.String({ description: "The only user of an inbox whose verdicts it shows." }),
  ),
  names: Type.Boolean({ description: "It shows the names of guests." }),
  createdAt: Type.String({ format: "date-time" }),
};

/**
 * Serves `/api/registers/<name>/displays`: the door displays of a register. The API shows a link
 * only once, when it is made.
 */
export function serveDisplays(
  app: App,
  { store, urls }: { store: Store; urls: Pick<HubUrls, "phones"> },
): void {
  const byName = Type.Object({ name: Type.String() });
  const path = "/api/registers/:name/displays";

  app.get(
    path,
    {
      schema: {
        summary: "List the door displays of a register",
        tags: ["registers"],
        security: ownerSecurity,
        params: byName,
        response: {
          200: Type.Object({
            displays: Type.Array(Type.Object(displayProperties, { title: "Display" })),
          }),
          ...refusals(...ownerRefusals, "no-such-register"),
        },
      },
    },
    async (request, reply) => {
      const register = await findRegister(store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      return { displays: await store.displays(register.id) };
    },
  );

  app.post(
    path,
    {
      schema: {
        summary: "Make a door display",
        description:
          "`link` opens a page for a screen at a door, with the counts and the last verdict. Whoever has the link sees it, without a log-in. It is shown only in this response: the hub keeps its hash.",
        tags: ["registers"],
        security: ownerSecurity,
        params: byName,
        body: Type.Object({
          door: Type.Optional(doorSchema),
          names: Type.Optional(
            Type.Boolean({ description: "Shows the names of guests. False unless given." }),
          ),
        }),
        response: {
          201: Type.Object({ ...displayProperties, link: Type.String() }),
          ...refusals(...changeRefusals, "no-such-register"),
        },
      },
    },
    async (request, reply) => {
      const { door, names = false } = request.body;
      const register = await findRegister(store, request.params.name);
      const added =
        register &&
        (await addDisplay(store, register.id, { names, ...(door !== undefined && { door }) }));
      if (!added) return refuse(reply, "no-such-register");
      const { token, ...display } = added;
      return reply.code(201).send({ ...display, link: toDisplayLink(urls.phones()[0]!, token) });
    },
  );

  app.delete(
    `${path}/:id`,
    {
      schema: {
        summary: "Remove a door display",
        description: "Its link ends within a second, also on screens that show it.",
        tags: ["registers"],
        security: ownerSecurity,
        params: Type.Object({ name: Type.String(), id: Type.Integer() }),
        response: {
          204: noContentSchema,
          ...refusals(...changeRefusals, "no-such-register", "no-such-display"),
        },
      },
    },
    async (request, reply) => {
      const register = await findRegister(store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      const isRemoved = await store.removeDisplay(register.id, request.params.id);
      return isRemoved ? reply.code(204).send(null) : refuse(reply, "no-such-display");
    },
  );
}
