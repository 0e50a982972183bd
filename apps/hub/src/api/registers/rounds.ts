import { Readable } from "node:stream";
import { Type } from "typebox";
import { createChoiceSchema } from "../../definitions/schemas.ts";
import type { App } from "../../http/app.ts";
import { refuse } from "../../http/errors.ts";
import { ownerSecurity } from "../../login/access.ts";
import { findRegister } from "../../register-work/find-register.ts";
import {
  applyRound,
  beginRound,
  endRound,
  exportDifferences,
  findRound,
  showDifference,
  undoRound,
} from "../../register-work/rounds.ts";
import { differenceKinds } from "../../registers/compare-round.ts";
import type { RegisterRecord } from "../../store/registers.ts";
import type { Store } from "../../store/store.ts";
import { changeRefusals, ownerRefusals, refusals } from "../schemas.ts";
import { exportResponse, exportTypes, formatSchema } from "./list-schemas.ts";

const byName = Type.Object({ name: Type.String() });
const byId = Type.Object({ name: Type.String(), id: Type.Integer({ minimum: 1 }) });

const roundSchema = Type.Object(
  {
    id: Type.Integer(),
    blind: Type.Boolean({ description: "Nobody who counts sees how much is expected." }),
    recount: Type.Boolean({ description: "What each user counted is compared, not added up." }),
    beganAt: Type.String({ format: "date-time" }),
    endedAt: Type.Optional(Type.String({ format: "date-time" })),
    isComparing: Type.Boolean({
      description:
        "The round has ended, but is not yet compared with the whole register. Ending it again completes that if the hub was stopped meanwhile.",
    }),
    appliedAt: Type.Optional(Type.String({ format: "date-time" })),
    visited: Type.Integer({ description: "How many places were scanned." }),
    places: Type.Integer({ description: "How many places the register has." }),
    counted: Type.Integer({ description: "How many articles were counted." }),
    differences: Type.Record(Type.String(), Type.Integer(), {
      description: "After the end, how many differences of each kind there are.",
    }),
    unbooked: Type.Integer({
      description:
        "How many differences are not booked. After the round was applied, these are of articles that were counted again since its end.",
    }),
  },
  { title: "Round" },
);

const kindSchema = createChoiceSchema(
  differenceKinds,
  "As expected, more or less, expected elsewhere, known nowhere, not counted although the place was, or counted differently by several users.",
);

const differenceSchema = Type.Object(
  {
    entry: Type.Integer(),
    label: Type.String(),
    unit: Type.Optional(Type.String()),
    place: Type.Integer({ description: "The entry of the place; 0 for none." }),
    placeLabel: Type.Optional(Type.String()),
    kind: kindSchema,
    counted: Type.Number(),
    booked: Type.Number({ description: "How much was booked when it was counted." }),
    delta: Type.Number({ description: "What applying the round adds." }),
    note: Type.Optional(Type.String()),
    movement: Type.Optional(Type.Integer({ description: "The movement that applied it." })),
  },
  { title: "Difference" },
);

/** Serves the stocktakes of a register below `/api/registers/<name>/rounds`. */
export function serveRounds(app: App, { store }: { store: Store }): void {
  app.get(
    "/api/registers/:name/rounds",
    {
      schema: {
        summary: "List rounds",
        description: "The stocktakes of a stock, the newest first.",
        tags: ["registers"],
        security: ownerSecurity,
        params: byName,
        querystring: Type.Object({
          limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
        }),
        response: {
          200: Type.Object({ rounds: Type.Array(roundSchema) }),
          ...refusals(...ownerRefusals, "invalid-request", "no-such-register"),
        },
      },
    },
    async (request, reply) => {
      const register = await findRegister(store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      return { rounds: await store.rounds(register.id, request.query) };
    },
  );

  app.get(
    "/api/registers/:name/rounds/:id",
    {
      schema: {
        summary: "Get a round",
        tags: ["registers"],
        security: ownerSecurity,
        params: byId,
        response: {
          200: roundSchema,
          ...refusals(...ownerRefusals, "no-such-register", "no-such-round"),
        },
      },
    },
    async (request, reply) => {
      const register = await findRegister(store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      const round = await findRound(store, register, request.params.id);
      return round ?? refuse(reply, "no-such-round");
    },
  );

  app.post(
    "/api/registers/:name/rounds",
    {
      schema: {
        summary: "Begin a round",
        description:
          "From now on, the scans of inboxes with the action `count` count for the round, and change nothing that is booked.",
        tags: ["registers"],
        security: ownerSecurity,
        params: byName,
        body: Type.Object({
          blind: Type.Optional(Type.Boolean()),
          recount: Type.Optional(Type.Boolean()),
        }),
        response: {
          201: roundSchema,
          ...refusals(...changeRefusals, "no-such-register", ...roundRefusals),
        },
      },
    },
    async (request, reply) => {
      const register = await findRegister(store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      const { blind = false, recount = false } = request.body;
      const round = await beginRound(store, register, { blind, recount });
      return typeof round === "string" ? refuse(reply, round) : reply.code(201).send(round);
    },
  );

  app.post(
    "/api/registers/:name/rounds/:id/end",
    {
      schema: {
        summary: "End a round",
        description: "Compares what was counted with the register.",
        tags: ["registers"],
        security: ownerSecurity,
        params: byId,
        response: {
          200: roundSchema,
          ...refusals(...changeRefusals, "no-such-register", ...roundRefusals),
        },
      },
    },
    async (request, reply) => {
      const register = await findRegister(store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      const round = await endRound(store, register, request.params.id);
      return typeof round === "string" ? refuse(reply, round) : round;
    },
  );

  serveAct("apply", {
    summary: "Apply a round",
    description: "Books its differences as movements. `movements` is their number.",
    act: applyRound,
  });
  serveAct("undo", {
    summary: "Take back what a round has booked",
    description: "`movements` is the number of the movements that this took.",
    act: undoRound,
  });

  function serveAct(
    name: "apply" | "undo",
    {
      summary,
      description,
      act,
    }: {
      summary: string;
      description: string;
      act: (store: Store, register: RegisterRecord, round: number) => ReturnType<typeof applyRound>;
    },
  ): void {
    app.post(
      `/api/registers/:name/rounds/:id/${name}`,
      {
        schema: {
          summary,
          description,
          tags: ["registers"],
          security: ownerSecurity,
          params: byId,
          response: {
            200: Type.Object({ movements: Type.Integer() }),
            ...refusals(...changeRefusals, "no-such-register", ...roundRefusals),
          },
        },
      },
      async (request, reply) => {
        const register = await findRegister(store, request.params.name);
        if (!register) return refuse(reply, "no-such-register");
        const outcome = await act(store, register, request.params.id);
        return typeof outcome === "string" ? refuse(reply, outcome) : { movements: outcome };
      },
    );
  }

  app.get(
    "/api/registers/:name/rounds/:id/differences",
    {
      schema: {
        summary: "List the differences of a round",
        description:
          "In the order of articles and places. If more follow, `next` is the `after` of the next page.",
        tags: ["registers"],
        security: ownerSecurity,
        params: byId,
        querystring: Type.Object({
          kind: Type.Optional(
            createChoiceSchema(
              ["differences", ...differenceKinds],
              "Only this kind; `differences` are all but `found`.",
            ),
          ),
          after: Type.Optional(
            Type.String({ pattern: "^\\d{1,15}-\\d{1,15}$", description: "A `next`." }),
          ),
          limit: Type.Integer({ minimum: 1, maximum: 500, default: 100 }),
        }),
        response: {
          200: Type.Object({
            differences: Type.Array(differenceSchema),
            next: Type.Optional(Type.String()),
          }),
          ...refusals(...ownerRefusals, "invalid-request", "no-such-register", "no-such-round"),
        },
      },
    },
    async (request, reply) => {
      const register = await findRegister(store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      const { id } = request.params;
      if (!(await findRound(store, register, id))) return refuse(reply, "no-such-round");
      const { kind, after = "0-0", limit } = request.query;
      const [entry = 0, place = 0] = after.split("-").map(Number);
      const kinds = differenceKinds.filter(
        (each) =>
          kind === undefined || each === kind || (kind === "differences" && each !== "found"),
      );
      const list = { kinds, after: { entry, place }, limit };
      const differences = await store.differences(id, list);
      const last = differences.length === limit ? differences.at(-1) : undefined;
      return {
        differences: differences.map(showDifference),
        next: last && `${last.entry}-${last.place}`,
      };
    },
  );

  app.get(
    "/api/registers/:name/rounds/:id/export",
    {
      schema: {
        summary: "Export the differences of a round",
        tags: ["registers"],
        security: ownerSecurity,
        params: byId,
        querystring: Type.Object({
          format: formatSchema,
        }),
        response: {
          200: exportResponse,
          ...refusals(...ownerRefusals, "invalid-request", "no-such-register", "no-such-round"),
        },
      },
    },
    async (request, reply) => {
      const register = await findRegister(store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      const { id } = request.params;
      if (!(await findRound(store, register, id))) return refuse(reply, "no-such-round");
      const { format } = request.query;
      const name = `${register.name}-round-${id}.${format}`;
      return reply
        .type(exportTypes[format])
        .header("content-disposition", `attachment; filename="${name}"`)
        .send(Readable.from(exportDifferences(store, register, id, format), { objectMode: false }));
    },
  );
}

const roundRefusals = ["no-rounds-here", "round-open", "no-such-round", "round-not-ended"] as const;
