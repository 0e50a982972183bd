import { Readable } from "node:stream";
import { Type } from "typebox";
import type { App } from "../../http/app.ts";
import { refuse } from "../../http/errors.ts";
import { ownerSecurity, reachOfRequest } from "../../login/access.ts";
import { exportScans, toJson } from "../../scans/export.ts";
import { nameSenders, readPersonNames, withPerson } from "../../scans/person-names.ts";
import type { Store } from "../../store/store.ts";
import {
  changeRefusals,
  filterProperties,
  filterRefusals,
  noContentSchema,
  ownerRefusals,
  refusals,
  storedScanProperties,
  storedScanSchema,
  streamSchema,
} from "../schemas.ts";
import { parseFilter } from "./selection.ts";

/**
 * How many exports may run at the same time. Each holds a page of scans in memory, and keeps the
 * database busy.
 */
const maxExports = 4;
const exportRetrySeconds = 30;

const upToSchema = Type.Optional(
  Type.Integer({
    minimum: 0,
    description: "No scan with a greater `id`, so that scans that arrive meanwhile are left out.",
  }),
);

/** Serves `/api/scans`: list, read, delete and export. The live stream is in scan-stream.ts. */
export function serveScans(app: App, { store }: { store: Store }): void {
  let runningExports = 0;
  app.get(
    "/api/scans",
    {
      schema: {
        summary: "List scans",
        description:
          "Newest first, or oldest first with `after`. If more follow, `next` is present: pass it as `before`, or as `after` if you used that. A page of large scans has fewer than `limit`. Long texts are cut, and `shortened` says so.",
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
      const parsed = parseFilter(request.query, reachOfRequest(request));
      if (!parsed.ok) return refuse(reply, parsed.code, parsed.message);
      const page = {
        limit,
        ...(before !== undefined && { before }),
        ...(after !== undefined && { after }),
      };
      const [{ scans: found, more }, names] = await Promise.all([
        store.readListPage(parsed.filter, page),
        readPersonNames(store),
      ]);
      const scans = nameSenders(found, names);
      const last = scans.at(-1);
      return more && last ? { scans, next: last.id } : { scans };
    },
  );

  app.get(
    "/api/scans/count",
    {
      schema: {
        summary: "Count scans",
        description: "The number of stored scans that pass the filter.",
        tags: ["scans"],
        security: ownerSecurity,
        querystring: Type.Object({ ...filterProperties, upTo: upToSchema }),
        response: {
          200: Type.Object({ count: Type.Integer() }),
          ...refusals(...filterRefusals),
        },
      },
    },
    async (request, reply) => {
      const parsed = parseFilter(request.query, reachOfRequest(request));
      if (!parsed.ok) return refuse(reply, parsed.code, parsed.message);
      const { upTo } = request.query;
      const bounds = upTo === undefined ? {} : { before: upTo + 1 };
      return { count: await store.countScans(parsed.filter, bounds) };
    },
  );

  app.get(
    "/api/scans/:id",
    {
      schema: {
        summary: "One scan, with its original body",
        description: "`structured` has every number and text as it was sent.",
        tags: ["scans"],
        security: ownerSecurity,
        params: Type.Object({ id: Type.Integer({ minimum: 0 }) }),
        response: {
          200: Type.Object({
            ...storedScanProperties,
            body: Type.String(),
            clockWrong: Type.Optional(
              Type.Literal(true, {
                description: "The clock of the hub was wrong when it received the scan.",
              }),
            ),
          }),
          ...refusals(...ownerRefusals, "invalid-request", "no-such-scan"),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const stored = await store.scan(id);
      if (!stored) return refuse(reply, "no-such-scan");
      const faults = await store.clockFaults();
      const isMarked = faults.some(
        ({ firstScan, lastScan = id }) => id >= firstScan && id <= lastScan,
      );
      const names = await readPersonNames(store);
      const named = withPerson(stored, names.ofScan(stored));
      const scan = { ...named, ...(isMarked && { clockWrong: true as const }) };
      if (scan.structured === undefined) return scan;
      const exported = await store.readExportPage({ ids: [id] }, { limit: 1 });
      const structured = exported.scans[0]?.structured;
      // The scan was deleted since it was read.
      if (structured === undefined) return refuse(reply, "no-such-scan");
      const { structured: _, ...others } = scan;
      reply.type("application/json; charset=utf-8");
      reply.serializer(() => toJson({ ...others, structured }));
      return scan;
    },
  );

  app.delete(
    "/api/scans/:id",
    {
      schema: {
        summary: "Delete one scan",
        description:
          "For accidental scans. Deletes its deliveries too, also from all counts but the totals, and does not make those that are pending. The hub cannot take back what it has delivered. For ten minutes, `POST /api/scans/restore` brings the scan back; with `forGood` it is gone immediately, also if it was deleted before.",
        tags: ["scans"],
        security: ownerSecurity,
        params: Type.Object({ id: Type.Integer({ minimum: 0 }) }),
        querystring: Type.Object({ forGood: Type.Boolean({ default: false }) }),
        response: {
          204: noContentSchema,
          ...refusals(...changeRefusals, "no-such-scan", "inbox-audited"),
        },
      },
    },
    async (request, reply) => {
      const outcome = await store.deleteScan(request.params.id, request.query);
      if (outcome === "audited") return refuse(reply, "inbox-audited");
      return outcome === "deleted" ? reply.code(204).send(null) : refuse(reply, "no-such-scan");
    },
  );

  app.get(
    "/api/scans/export",
    {
      exposeHeadRoute: false,
      schema: {
        summary: "Download scans as CSV or JSON Lines",
        description:
          "Oldest first. CSV is for spreadsheets: a ' comes before a cell that a spreadsheet would run as a formula. JSON Lines is exact. At most 4 exports run at the same time.",
        tags: ["scans"],
        security: ownerSecurity,
        querystring: Type.Object({
          ...filterProperties,
          ids: Type.Optional(
            Type.String({
              pattern: "^\\d{1,15}(,\\d{1,15}){0,999}$",
              description: "Only the scans with these ids, separated by commas, 1,000 at most.",
            }),
          ),
          upTo: upToSchema,
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
          ...refusals(...filterRefusals, "too-many-exports"),
        },
      },
    },
    async (request, reply) => {
      const { format, ids, upTo, ...query } = request.query;
      const parsed = parseFilter(query, reachOfRequest(request));
      if (!parsed.ok) return refuse(reply, parsed.code, parsed.message);
      if (runningExports >= maxExports) {
        return refuse(reply.header("retry-after", exportRetrySeconds), "too-many-exports");
      }
      runningExports += 1;
      const filter = {
        ...parsed.filter,
        ...(ids !== undefined && { ids: ids.split(",").map(Number) }),
      };
      const scans = Readable.from(exportScans(store, filter, format, upTo), { objectMode: false });
      scans.once("close", () => {
        runningExports -= 1;
      });
      const day = new Date().toISOString().slice(0, 10);
      return reply
        .type(format === "csv" ? "text/csv; charset=utf-8" : "application/jsonl; charset=utf-8")
        .header("content-disposition", `attachment; filename="scans-${day}.${format}"`)
        .send(scans);
    },
  );
}
