import { Readable } from "node:stream";
import { Type } from "typebox";
import { refuse } from "../errors.ts";
import type { App } from "../http/app.ts";
import { ownerSecurity } from "../login/access.ts";
import type { Store } from "../store/store.ts";
import { exportScans } from "./export.ts";
import { toFilter } from "./filter.ts";
import {
  changeRefusals,
  filterProperties,
  filterRefusals,
  goneSchema,
  ownerRefusals,
  refusals,
  storedScanProperties,
  storedScanSchema,
  streamSchema,
} from "./schemas.ts";

/** `/api/scans`: list, one, delete, export. The stream is in live.ts. */
export function serveScans(app: App, { store }: { store: Store }): void {
  app.get(
    "/api/scans",
    {
      schema: {
        summary: "List scans",
        description:
          "Newest first, or oldest first with `after`. `next` is there when more follow: pass it as `before` (or as `after`, when that was used).",
        tags: ["scans"],
        security: ownerSecurity,
        querystring: Type.Object({
          ...filterProperties,
          before: Type.Optional(
            Type.Integer({ minimum: 0, description: "Only scans with a smaller `id`." }),
          ),
          after: Type.Optional(
            Type.Integer({ minimum: 0, description: "Only scans with a greater `id`." }),
          ),
          limit: Type.Integer({ minimum: 1, maximum: 500, default: 100 }),
        }),
        response: {
          200: Type.Object({
            scans: Type.Array(storedScanSchema),
            next: Type.Optional(Type.Integer()),
          }),
          ...refusals(...filterRefusals),
        },
      },
    },
    async (request, reply) => {
      const { before, after, limit } = request.query;
      const read = toFilter(request.query);
      if (!read.ok) return refuse(reply, read.code, read.message);
      const page = {
        limit: limit + 1,
        ...(before !== undefined && { before }),
        ...(after !== undefined && { after }),
      };
      const rows = await store.listScans(read.filter, page);
      const scans = rows.slice(0, limit);
      const last = scans.at(-1);
      return rows.length > limit && last ? { scans, next: last.id } : { scans };
    },
  );

  app.get(
    "/api/scans/:id",
    {
      schema: {
        summary: "One scan, with the body as it came",
        tags: ["scans"],
        security: ownerSecurity,
        params: Type.Object({ id: Type.Integer({ minimum: 0 }) }),
        response: {
          200: Type.Object({ ...storedScanProperties, body: Type.String() }),
          ...refusals(...ownerRefusals, "invalid-request", "no-such-scan"),
        },
      },
    },
    async (request, reply) =>
      (await store.scan(request.params.id)) ?? refuse(reply, "no-such-scan"),
  );

  app.delete(
    "/api/scans/:id",
    {
      schema: {
        summary: "Delete one scan",
        description:
          "For what was scanned by accident. Its deliveries go with it, and out of all counts; one that was still pending is not made any more. What was delivered stays where it went.",
        tags: ["scans"],
        security: ownerSecurity,
        params: Type.Object({ id: Type.Integer({ minimum: 0 }) }),
        response: {
          204: goneSchema,
          ...refusals(...changeRefusals, "no-such-scan", "inbox-audited"),
        },
      },
    },
    async (request, reply) => {
      const done = await store.deleteScan(request.params.id);
      if (done === "audited") return refuse(reply, "inbox-audited");
      return done === "deleted" ? reply.code(204).send(null) : refuse(reply, "no-such-scan");
    },
  );

  app.get(
    "/api/scans/export",
    {
      exposeHeadRoute: false,
      schema: {
        summary: "Download scans as CSV or JSON Lines",
        description:
          "Oldest first. CSV is for spreadsheets: a cell that a spreadsheet would take for a formula gets a ' in front. JSON Lines is exact.",
        tags: ["scans"],
        security: ownerSecurity,
        querystring: Type.Object({
          ...filterProperties,
          format: Type.Union([Type.Literal("csv"), Type.Literal("jsonl")], { default: "csv" }),
        }),
        response: {
          200: {
            description: "The file.",
            content: {
              "text/csv": { schema: streamSchema },
              "application/jsonl": { schema: streamSchema },
            },
          },
          ...refusals(...filterRefusals),
        },
      },
    },
    async (request, reply) => {
      const { format } = request.query;
      const read = toFilter(request.query);
      if (!read.ok) return refuse(reply, read.code, read.message);
      const day = new Date().toISOString().slice(0, 10);
      return reply
        .type(format === "csv" ? "text/csv; charset=utf-8" : "application/jsonl; charset=utf-8")
        .header("content-disposition", `attachment; filename="scans-${day}.${format}"`)
        .send(Readable.from(exportScans(store, read.filter, format), { objectMode: false }));
    },
  );
}
