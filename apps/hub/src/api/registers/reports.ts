import { Readable } from "node:stream";
import { Type } from "typebox";
import { createChoiceSchema } from "../../definitions/schemas.ts";
import type { App } from "../../http/app.ts";
import { refuse } from "../../http/errors.ts";
import { ownerSecurity } from "../../login/access.ts";
import { findRegister } from "../../register-work/find-register.ts";
import type { ReportRequest } from "../../register-work/reports.ts";
import { parseDay } from "../../registers/interval.ts";
import type { KindName } from "../../registers/register.ts";
import type { Store } from "../../store/store.ts";
import { exactMessage } from "../../texts/exact-message.ts";
import { ownerRefusals, refusals, streamSchema } from "../schemas.ts";

const day = (description: string) => Type.Optional(Type.String({ maxLength: 10, description }));

/** Serves the reports of loans and inspections, to print or for a spreadsheet. */
export function serveRegisterReports(app: App, { store }: { store: Store }): void {
  app.get(
    "/api/registers/:name/reports/:report",
    {
      schema: {
        summary: "Make a report",
        description:
          "Of loans: `loans`, what is lent to whom, and `receipt`, what one person has, to sign. Of an inspection: `due`, what is to be inspected, and `log`, the inspections of a thing or of a span of days.",
        tags: ["registers"],
        security: ownerSecurity,
        params: Type.Object({
          name: Type.String(),
          report: createChoiceSchema(["loans", "receipt", "due", "log"]),
        }),
        querystring: Type.Object({
          format: Type.Optional(createChoiceSchema(["pdf", "csv"], "`pdf` unless given.")),
          paper: Type.Optional(createChoiceSchema(["a4", "letter"], "`a4` unless given.")),
          holder: Type.Optional(
            Type.Integer({ minimum: 1, description: "The entry of the person of a receipt." }),
          ),
          entry: Type.Optional(
            Type.Integer({ minimum: 1, description: "The log of this thing only." }),
          ),
          from: day("The first day of a log, such as 2026-11-01."),
          to: day("Its last day; today unless given."),
        }),
        response: {
          200: {
            description: "The report.",
            content: {
              "application/pdf": { schema: streamSchema },
              "text/csv": { schema: streamSchema },
            },
          },
          ...refusals(
            ...ownerRefusals,
            "invalid-request",
            "no-such-register",
            "no-such-entry",
            "not-an-action",
            "not-a-person",
            "not-a-date",
          ),
        },
      },
    },
    async (request, reply) => {
      const { name, report } = request.params;
      const { format = "pdf", paper = "a4", holder, entry, ...days } = request.query;
      const register = await findRegister(store, name);
      if (!register) return refuse(reply, "no-such-register");
      if (kindOf[report] !== register.kind)
        return refuse(
          reply,
          "not-an-action",
          exactMessage("kind-has-no-report", { kind: register.kind, report }),
        );
      if (report === "receipt" && holder === undefined)
        return refuse(reply, "not-a-person", exactMessage("receipt-of-whom"), "holder");
      const [from, to] = [readDay(days.from, "begin"), readDay(days.to, "end")];
      if (from === "wrong") return refuse(reply, "not-a-date", undefined, "from");
      if (to === "wrong") return refuse(reply, "not-a-date", undefined, "to");
      const now = Date.now();
      if ((from ?? 0) > (to ?? now))
        return refuse(reply, "not-a-date", exactMessage("days-swapped"), "to");
      const wanted: ReportRequest =
        report === "log"
          ? { report, entry, from: from ?? 0, to: to ?? now }
          : report === "receipt"
            ? { report, holder: holder! }
            : { report };
      // Loaded on demand, because the hub starts faster without it.
      const { createReport } = await import("../../register-work/reports.ts");
      const made = await createReport(store, register, wanted, now);
      if (!made) return refuse(reply, report === "receipt" ? "not-a-person" : "no-such-entry");
      reply.header("content-disposition", `inline; filename="${name}-${report}.${format}"`);
      if (format === "csv") {
        const { writeReportCsv } = await import("../../registers/reports/write-report-csv.ts");
        return reply.type("text/csv; charset=utf-8").send(Readable.from(writeReportCsv(made)));
      }
      const { drawReport } = await import("../../registers/reports/draw-report.ts");
      const { loadFont } = await import("../../registers/pdf/load-font.ts");
      const pages = drawReport(made, { font: await loadFont(), paper });
      return reply.type("application/pdf").send(Readable.from(pages, { objectMode: false }));
    },
  );
}

const kindOf = {
  loans: "loans",
  receipt: "loans",
  due: "inspection",
  log: "inspection",
} as const satisfies Record<ReportRequest["report"], KindName>;

/** Returns the first or last second of a day in milliseconds since 1970. */
function readDay(text: string | undefined, bound: "begin" | "end"): number | undefined | "wrong" {
  if (text === undefined) return undefined;
  const end = parseDay(text);
  if (end === undefined) return "wrong";
  return bound === "end" ? end : new Date(end).setHours(0, 0, 0, 0);
}
