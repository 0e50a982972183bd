import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { alertEvents } from "../../alerts/alert-messages.ts";
import type { Alerts } from "../../alerts/open-alerts.ts";
import type { ConfigFile } from "../../config-file/open.ts";
import { alertProperties, checkAlerts } from "../../definitions/alerts.ts";
import { createChoiceSchema } from "../../definitions/schemas.ts";
import { findAlertObstacle } from "../../destinations/sender.ts";
import type { App } from "../../http/app.ts";
import { refuse } from "../../http/errors.ts";
import { ownerSecurity } from "../../login/access.ts";
import type { AlertSettings } from "../../store/alerts.ts";
import type { Store } from "../../store/store.ts";
import { pickRequestLanguage } from "../../texts/request-language.ts";
import { translateSentence } from "../../texts/translate-sentence.ts";
import {
  changeRefusals,
  expectedRevision,
  ownerRefusals,
  refusals,
  refuseStale,
  revisionProperties,
} from "../schemas.ts";

const alertsSchema = Type.Object(
  {
    settings: Type.Required(Type.Object(alertProperties)),
    revision: revisionProperties.revision,
    changedAt: Type.Optional(revisionProperties.changedAt),
    origin: createChoiceSchema(
      ["dashboard", "file"],
      "file: they are in the settings file, and the API must not change them.",
    ),
    destinations: Type.Array(
      Type.Object({
        name: Type.String(),
        obstacle: Type.Optional(
          Type.String({ description: "Why no alert can go through it now, as one sentence." }),
        ),
      }),
      { description: "The destinations of the settings that exist, in the same order." },
    ),
    titles: Type.Record(Type.String(), Type.String(), {
      description: "The titles of destinations by their names, of those that have one.",
    }),
    possible: Type.Array(Type.String(), {
      description: "The names of all destinations that can take alerts.",
    }),
    current: Type.Array(
      Type.Object({
        event: createChoiceSchema(alertEvents),
        message: Type.String(),
        destination: Type.Optional(Type.String()),
        at: Type.String({ format: "date-time" }),
        told: Type.Boolean({ description: "An alert about it was sent." }),
      }),
      { description: "What is wrong now, oldest first." },
    ),
  },
  { title: "Alert overview" },
);

const testSchema = Type.Object({
  results: Type.Array(
    Type.Object({
      destination: Type.String(),
      ok: Type.Boolean({ description: "The destination accepted the alert." }),
      error: Type.Optional(Type.String({ description: "The reason for the failure." })),
    }),
  ),
});

type AlertParts = {
  store: Store;
  configFile: Pick<ConfigFile, "keeps">;
  alerts: Alerts;
  /** The language of the hub. */
  language: string;
};

/** Serves `/api/alerts`: where alerts go, what is wrong now, and a test. */
export function serveAlerts(app: App, parts: AlertParts): void {
  const { store, configFile, alerts } = parts;

  app.get(
    "/api/alerts",
    {
      schema: {
        summary: "Alerts",
        description:
          "Where alerts go, when they are sent, and what is wrong now. Alerts never hold contents of scans. The sentences are in the language of the request.",
        tags: ["alerts"],
        security: ownerSecurity,
        response: { 200: alertsSchema, ...refusals(...ownerRefusals) },
      },
    },
    async (request) => describeAlerts(parts, request),
  );

  app.patch(
    "/api/alerts",
    {
      schema: {
        summary: "Change the settings of alerts",
        tags: ["alerts"],
        security: ownerSecurity,
        body: Type.Object(
          { ...alertProperties, ...expectedRevision },
          { additionalProperties: false, minProperties: 1 },
        ),
        response: {
          200: alertsSchema,
          ...refusals(...changeRefusals, "not-alert-settings", "kept-in-file", "changed-meanwhile"),
        },
      },
    },
    async (request, reply) => {
      const { revision, ...change } = request.body;
      const { origin, revision: _, changedAt: __, ...settings } = await store.alertSettings();
      if (configFile.keeps({ origin })) return refuse(reply, "kept-in-file");
      const { destinations } = await store.routing();
      const checked = checkAlerts(change, settings, (name) =>
        destinations.find((destination) => destination.name === name),
      );
      if (!checked.ok) return refuse(reply, "not-alert-settings", checked.reason, checked.field);
      const outcome = await store.setAlertSettings(checked.settings, "dashboard", revision);
      const current = await describeAlerts(parts, request);
      if (outcome === "changed-meanwhile") return refuseStale(reply, current);
      alerts.checkSoon();
      return current;
    },
  );

  app.post(
    "/api/alerts/test",
    {
      schema: {
        summary: "Send a test alert",
        description:
          "Sends a test to every destination of the settings, for real, also to those that are off or failing.",
        tags: ["alerts"],
        security: ownerSecurity,
        response: { 200: testSchema, ...refusals(...changeRefusals) },
      },
    },
    async () => ({ results: await alerts.sendTest() }),
  );
}

async function describeAlerts(
  { store, configFile, alerts, language: own }: AlertParts,
  { headers }: FastifyRequest,
) {
  const language = pickRequestLanguage(headers["accept-language"], own);
  const [{ origin, revision, changedAt, ...settings }, chosen, routing, records] =
    await Promise.all([
      store.alertSettings(),
      alerts.destinations(),
      store.routing(),
      store.alerts(),
    ]);
  return {
    settings: settings satisfies AlertSettings,
    revision,
    changedAt,
    origin: configFile.keeps({ origin }) ? ("file" as const) : ("dashboard" as const),
    destinations: chosen.map(({ destination, obstacle }) => ({
      name: destination.name,
      obstacle: obstacle && translateSentence(obstacle, language),
    })),
    titles: Object.fromEntries(
      routing.destinations.flatMap(({ name, title }) => (title ? [[name, title]] : [])),
    ),
    possible: routing.destinations
      .filter((destination) => findAlertObstacle(destination) === undefined)
      .map(({ name }) => name),
    current: records
      .filter(({ state }) => state !== "ok")
      .toSorted((first, second) => Date.parse(first.since) - Date.parse(second.since))
      .map((record) => {
        const { event, message, destinationName, at } = alerts.describe(record, language);
        return {
          event: event as (typeof alertEvents)[number],
          message,
          destination: destinationName,
          at,
          told: record.told === record.state,
        };
      }),
  };
}
