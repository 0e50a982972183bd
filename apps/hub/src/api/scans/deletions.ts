import { randomUUID } from "node:crypto";
import { Type } from "typebox";
import type { App } from "../../http/app.ts";
import { refuse } from "../../http/errors.ts";
import { ownerSecurity } from "../../login/access.ts";
import type { Store } from "../../store/store.ts";
import { exactMessage } from "../../texts/exact-message.ts";
import { changeRefusals, ownerRefusals, refusals } from "../schemas.ts";
import { parseSelection, readSelectedIds, selectionProperties } from "./selection.ts";

const deletionSchema = Type.String({ description: "Names what was deleted together." });
const untilSchema = Type.String({
  format: "date-time",
  description: "Until then, `POST /api/scans/restore` brings the scans back.",
});

/**
 * Serves `/api/scans/delete`, `/api/scans/restore` and `/api/scans/deletions`, which delete many
 * scans and undo deletions.
 */
export function serveDeletions(app: App, { store }: { store: Store }): void {
  app.post(
    "/api/scans/delete",
    {
      schema: {
        summary: "Delete scans",
        description:
          "Deletes the selected scans with their deliveries, as `DELETE /api/scans/{id}` does, and hides them everywhere immediately. Scans of an audit trail stay. With `forGood` the scans cannot be brought back; with `deletion` instead of a selection, scans that were deleted before are deleted for good.",
        tags: ["scans"],
        security: ownerSecurity,
        body: Type.Object(
          {
            ...selectionProperties,
            deletion: Type.Optional(deletionSchema),
            forGood: Type.Optional(
              Type.Boolean({ description: "Deletes the scans for good, without ten minutes." }),
            ),
          },
          { additionalProperties: false },
        ),
        response: {
          200: Type.Object({
            count: Type.Integer({ description: "The number of deleted scans." }),
            audited: Type.Integer({
              description: "The number of scans that stay, because they belong to an audit trail.",
            }),
            deletion: Type.Optional(deletionSchema),
            restorableUntil: Type.Optional(untilSchema),
          }),
          ...refusals(...changeRefusals, "not-a-tag"),
        },
      },
    },
    async (request, reply) => {
      const { deletion: earlier, forGood = false, upTo, ...selection } = request.body;
      if (earlier !== undefined) {
        const isAlone = forGood && selection.ids === undefined && selection.match === undefined;
        if (!isAlone) return refuse(reply, "invalid-request", deletionAlone);
        return { count: await store.purgeDeleted({ deletion: earlier }), audited: 0 };
      }
      const parsed = parseSelection(selection);
      if (!parsed.ok) return refuse(reply, parsed.code, parsed.message);
      const deletion = randomUUID();
      let count = 0;
      let audited = 0;
      const options = forGood ? ({ forGood: true } as const) : { deletion };
      const deleteIds = async (ids: readonly number[]) => {
        const { deleted, refused } = await store.deleteScans(ids, options);
        count += deleted.length;
        audited += refused;
      };
      // With ids, scans that are already deleted are deleted permanently, too.
      if (selection.ids) await deleteIds(selection.ids);
      else
        for await (const ids of readSelectedIds(store, parsed.filter, upTo)) await deleteIds(ids);
      if (forGood || count === 0) return { count, audited };
      const entry = (await store.deletions()).find((found) => found.deletion === deletion);
      const { restorableUntil } = entry ?? {};
      return { count, audited, deletion: entry && deletion, restorableUntil };
    },
  );

  app.post(
    "/api/scans/restore",
    {
      schema: {
        summary: "Bring deleted scans back",
        description:
          "Brings scans back that were deleted in the last ten minutes, with their numbers and deliveries; deliveries that were pending are sent. Name what was deleted together, or the ids of single scans.",
        tags: ["scans"],
        security: ownerSecurity,
        body: Type.Object(
          { ids: selectionProperties.ids, deletion: Type.Optional(deletionSchema) },
          { additionalProperties: false },
        ),
        response: {
          200: Type.Object({
            count: Type.Integer({ description: "The number of scans that are back." }),
            refused: Type.Integer({
              description:
                "The number of scans that stay deleted, because they were deleted more than ten minutes ago or their inbox has an audit trail now.",
            }),
          }),
          ...refusals(...changeRefusals),
        },
      },
    },
    async (request, reply) => {
      const { ids, deletion } = request.body;
      if ((ids === undefined) === (deletion === undefined)) {
        return refuse(reply, "invalid-request", idsOrDeletion);
      }
      const selection = ids ? { ids } : { deletion: deletion! };
      const { restored, refused } = await store.restoreScans(selection);
      return { count: restored.length, refused };
    },
  );

  app.get(
    "/api/scans/deletions",
    {
      schema: {
        summary: "List what can be brought back",
        description: "What was deleted in the last ten minutes, the newest first.",
        tags: ["scans"],
        security: ownerSecurity,
        response: {
          200: Type.Object({
            deletions: Type.Array(
              Type.Object({
                deletion: deletionSchema,
                scans: Type.Integer({ description: "How many of the scans are still deleted." }),
                deletedAt: Type.String({ format: "date-time" }),
                restorableUntil: untilSchema,
              }),
            ),
          }),
          ...refusals(...ownerRefusals),
        },
      },
    },
    async () => ({ deletions: await store.deletions() }),
  );
}

const deletionAlone = exactMessage("deletion-alone");
const idsOrDeletion = exactMessage("ids-or-deletion");
