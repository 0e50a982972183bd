import { Type } from "typebox";
import type { App } from "../../http/app.ts";
import { refuse } from "../../http/errors.ts";
import { ownerSecurity, reachOfRequest } from "../../login/access.ts";
import { readPersonNames, withPerson } from "../../scans/person-names.ts";
import type { Store } from "../../store/store.ts";
import { ownerRefusals, refusals, storedScanSchema } from "../schemas.ts";

/**
 * Serves `/api/last/nfc` and `/api/last/code`: the content of the last scan as plain text, for
 * shortcuts and scripts.
 */
export function serveLast(app: App, { store }: { store: Store }): void {
  for (const source of ["nfc", "code"] as const) {
    app.get(
      `/api/last/${source}`,
      {
        schema: {
          summary: source === "nfc" ? "The last NFC tag" : "The last QR code or barcode",
          description: "Its content as plain text, or the whole scan if `Accept` prefers JSON.",
          tags: ["scans"],
          security: ownerSecurity,
          response: {
            200: {
              description: "The content, or the scan.",
              content: {
                "text/plain": { schema: Type.String() },
                "application/json": { schema: storedScanSchema },
              },
            },
            ...refusals(...ownerRefusals, "nothing-scanned"),
          },
        },
      },
      async (request, reply) => {
        const inboxes = reachOfRequest(request);
        const scan = inboxes
          ? (await store.listScans({ source, inboxes }, { limit: 1 }))[0]
          : await store.lastScan(source);
        if (!scan) return refuse(reply, "nothing-scanned");
        reply.header("vary", "accept");
        if (prefersJson(request.headers.accept)) {
          const names = await readPersonNames(store);
          return reply
            .type("application/json; charset=utf-8")
            .send(withPerson(scan, names.ofScan(scan)));
        }
        return reply.type("text/plain; charset=utf-8").send(scan.content);
      },
    );
  }
}

function prefersJson(accept = ""): boolean {
  const types = accept.split(",").map((type) => type.split(";", 1)[0]!.trim().toLowerCase());
  const jsonIndex = types.indexOf("application/json");
  const textIndex = types.findIndex((type) => type === "text/plain" || type === "text/*");
  return jsonIndex >= 0 && (textIndex < 0 || jsonIndex < textIndex);
}
