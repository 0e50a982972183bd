import { Type } from "typebox";
import type { Alerts } from "../../alerts/open-alerts.ts";
import type { BackupDownloads } from "../../backup/downloads.ts";
import { listNotIncluded } from "../../backup/not-included.ts";
import { adviseOnPostgres } from "../../backup/postgres-advice.ts";
import type { App } from "../../http/app.ts";
import { refuse } from "../../http/errors.ts";
import { ownerSecurity } from "../../login/access.ts";
import type { CheckPassword } from "../../login/password-check.ts";
import type { Settings } from "../../settings/settings-table.ts";
import { readBackupNote } from "../../store/backup-note.ts";
import { translateFor } from "../../texts/translate-sentence.ts";
import { changeRefusals, ownerRefusals, refusals, streamSchema } from "../schemas.ts";

/** Serves `/api/backup`: the time of the last backup, and backups to download. */
export function serveBackup(
  app: App,
  parts: {
    settings: Settings;
    downloads: BackupDownloads;
    checkPassword: CheckPassword;
    alerts: Pick<Alerts, "checkSoon">;
  },
): void {
  const { settings, downloads, checkPassword, alerts } = parts;
  const advice = adviseOnPostgres(settings);
  const { language } = settings;

  app.get(
    "/api/backup",
    {
      schema: {
        summary: "When the last backup was made",
        tags: ["backup"],
        security: ownerSecurity,
        response: {
          200: Type.Object({
            lastMadeAt: Type.Optional(
              Type.String({
                format: "date-time",
                description: "Missing if none was made with this data folder.",
              }),
            ),
            instead: Type.Optional(
              Type.String({
                description: "On PostgreSQL: how to back up this hub, which cannot do it itself.",
              }),
            ),
          }),
          ...refusals(...ownerRefusals),
        },
      },
    },
    async (request) => {
      const lastMadeAt = await readBackupNote(settings.data);
      const instead = advice && translateFor(request, advice, language);
      return { lastMadeAt: lastMadeAt?.toISOString(), instead };
    },
  );

  app.post(
    "/api/backup",
    {
      schema: {
        summary: "Make a backup",
        description:
          "Makes the same file as `scanhook backup`, while scans arrive, and responds once it was read back and checked. It can be downloaded within ten minutes, until it has been downloaded once. It contains all keys, so one's password is asked for again.",
        tags: ["backup"],
        security: ownerSecurity,
        body: Type.Object(
          { password: Type.String({ maxLength: 1000 }) },
          { additionalProperties: false },
        ),
        response: {
          200: Type.Object({
            download: Type.String({ description: "The path of the download." }),
            madeAt: Type.String({ format: "date-time" }),
            scans: Type.Integer(),
            bytes: Type.Integer({ description: "The size of the file." }),
            notIncluded: Type.Array(Type.String(), {
              description: "What the hub also needs but the backup does not contain, in sentences.",
            }),
          }),
          ...refusals(
            ...changeRefusals,
            "password-wrong",
            "password-not-set",
            "backup-running",
            "backup-impossible",
          ),
        },
      },
    },
    async (request, reply) => {
      const { password } = request.body;
      const { id: person } = request.caller!.person;
      const error = await checkPassword(request, reply, { person, password });
      if (error) return refuse(reply, error);
      if (advice !== undefined) return refuse(reply, "backup-impossible", advice);
      const made = await downloads.make();
      if (made.kind === "running") return refuse(reply, "backup-running");
      if (made.kind === "failed") return refuse(reply, "backup-impossible", made.reason);
      const { ticket, ...backup } = made.backup;
      request.log.info(backup, "a backup was made for download");
      return {
        download: `/api/backup/${ticket}`,
        ...backup,
        notIncluded: listNotIncluded(settings).map((sentence) =>
          translateFor(request, sentence, language),
        ),
      };
    },
  );

  app.get(
    "/api/backup/:ticket",
    {
      exposeHeadRoute: false,
      schema: {
        summary: "Download a backup",
        tags: ["backup"],
        security: ownerSecurity,
        params: Type.Object({ ticket: Type.String({ maxLength: 100 }) }),
        response: {
          200: {
            description: "The file.",
            content: { "application/gzip": { schema: streamSchema } },
          },
          ...refusals(...ownerRefusals, "no-such-backup"),
        },
      },
    },
    async (request, reply) => {
      const download = downloads.open(request.params.ticket);
      if (!download) return refuse(reply, "no-such-backup");
      const { backup, archive, finish } = download;
      // On "finish", the whole archive was sent. If the connection is lost earlier, the download
      // can be tried again.
      reply.raw.once("finish", () => void finish().then(alerts.checkSoon, () => {}));
      const day = backup.madeAt.slice(0, 10);
      return reply
        .type("application/gzip")
        .header("content-length", backup.bytes)
        .header("content-disposition", `attachment; filename="scanhook-${day}.tar.gz"`)
        .send(archive);
    },
  );
}
