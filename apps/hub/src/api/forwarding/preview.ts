import { Type } from "typebox";
import { findFilterProblem, removeEmptyPatterns } from "../../definitions/route.ts";
import { routeFilterSchema, shapeSchema } from "../../definitions/schemas.ts";
import type { Sender } from "../../destinations/sender.ts";
import type { App } from "../../http/app.ts";
import { refuse } from "../../http/errors.ts";
import { isOwner, ownerSecurity } from "../../login/access.ts";
import { findPreviewScan, type PreviewScan } from "../../scans/preview-scan.ts";
import type { Sealing } from "../../secrets/sealing.ts";
import type { RouteFilter, Shape } from "../../store/routing.ts";
import type { Store } from "../../store/store.ts";
import { translateFor } from "../../texts/translate-sentence.ts";
import { changeRefusals, refusals, storedScanSchema } from "../schemas.ts";
import {
  type Draft,
  type DraftOptions,
  nameOrDraftSchema,
  prepareDraftJob,
  type Refusal,
} from "./draft.ts";
import { builtMessagesSchema } from "./schemas.ts";

const optionProperties = {
  shape: Type.Optional(shapeSchema),
  inbox: Type.Optional(Type.String({ description: "Only scans of this inbox." })),
  filter: Type.Optional(routeFilterSchema),
  scan: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: "The id of the scan. Default: the last scan that passes the filter.",
    }),
  ),
};

const scanProperties = {
  scan: storedScanSchema,
  example: Type.Boolean({ description: "The scan is an example, because there is none yet." }),
};

const testResultSchema = Type.Object({
  ok: Type.Boolean({ description: "The destination accepted the scan." }),
  ms: Type.Integer(),
  status: Type.Optional(Type.Integer()),
  error: Type.Optional(Type.String({ description: "The reason for the failure." })),
  answer: Type.Optional(Type.String({ description: "The beginning of the response, as text." })),
  contentType: Type.Optional(Type.String()),
  ...scanProperties,
});

const previewRefusals = [
  ...changeRefusals,
  "secrets-for-owners",
  "no-such-destination",
  "no-such-scan",
  "not-a-destination",
  "not-a-route",
] as const;

type PreviewParts = {
  store: Store;
  sender: Sender;
  sealing: Pick<Sealing, "open">;
  /** The language of the hub. */
  language: string;
  /** Aborts tests that are being sent. */
  closing: AbortSignal;
};

/**
 * Serves `/api/preview`, which shows the messages that a destination would get, and the tests,
 * which send them once.
 */
export function servePreview(app: App, parts: PreviewParts): void {
  const { store, sender, language } = parts;

  app.post(
    "/api/preview",
    {
      schema: {
        summary: "Preview what a destination would get",
        description:
          "Sends nothing, and works before anything is saved. Secrets are shown as ‹their name›. Without a destination, only the filter is tried.",
        tags: ["forwarding"],
        security: ownerSecurity,
        body: Type.Object(
          { destination: Type.Optional(nameOrDraftSchema), ...optionProperties },
          { additionalProperties: false },
        ),
        response: {
          200: Type.Object({
            ...scanProperties,
            passes: Type.Boolean({ description: "The scan passes the filter." }),
            recent: Type.Object(
              { scans: Type.Integer(), pass: Type.Integer() },
              { description: "How many of the last scans, at most 100, pass the filter." },
            ),
            made: Type.Optional(builtMessagesSchema),
          }),
          ...refusals(...previewRefusals),
        },
      },
    },
    async (request, reply) => {
      const { destination, ...options } = request.body;
      const search = await findScan(store, options);
      if (!search.ok) return refuse(reply, search.code, search.reason, search.field);
      const { scan, example, passes, recent } = search.preview;
      const preview = { scan, example, passes, recent };
      if (destination === undefined) return preview;
      const draft = await prepareDraftJob(store, destination, {
        shape: options.shape,
        isOwner: isOwner(request),
      });
      if (!draft.ok) return refuse(reply, draft.code, draft.reason, draft.field);
      const built = sender.preview({ ...draft.job, scan });
      return {
        ...preview,
        made: built.ok
          ? { ok: true, messages: [...built.messages] as never[] }
          : { ...built, reason: translateFor(request, built.reason, language) },
      };
    },
  );

  app.post(
    "/api/test",
    {
      schema: {
        summary: "Send a test",
        description:
          "Sends one scan once, for real, and returns the response of the destination. A test is not a delivery and is not counted.",
        tags: ["forwarding"],
        security: ownerSecurity,
        body: Type.Object(
          { destination: nameOrDraftSchema, ...optionProperties },
          { additionalProperties: false },
        ),
        response: { 200: testResultSchema, ...refusals(...previewRefusals, "secrets-locked") },
      },
    },
    async (request, reply) => {
      const { destination, ...options } = request.body;
      const test = await sendTest(parts, destination, {
        ...options,
        isOwner: isOwner(request),
      });
      return test.ok ? test.result : refuse(reply, test.code, test.reason, test.field);
    },
  );

  app.post(
    "/api/destinations/:name/test",
    {
      schema: {
        summary: "Send a test to a destination",
        description:
          "Sends one scan once, for real, and returns the response of the destination. A test is not a delivery and is not counted.",
        tags: ["forwarding"],
        security: ownerSecurity,
        params: Type.Object({ name: Type.String() }),
        body: Type.Object(optionProperties, { additionalProperties: false }),
        response: { 200: testResultSchema, ...refusals(...previewRefusals, "secrets-locked") },
      },
    },
    async (request, reply) => {
      const test = await sendTest(parts, request.params.name, {
        ...request.body,
        isOwner: isOwner(request),
      });
      return test.ok ? test.result : refuse(reply, test.code, test.reason, test.field);
    },
  );
}

type PreviewOptions = {
  shape?: { format: Shape["format"]; template?: string };
  inbox?: string;
  filter?: RouteFilter;
  scan?: number;
};

async function findScan(
  store: Store,
  options: PreviewOptions,
): Promise<{ ok: true; preview: PreviewScan } | Refusal> {
  const filter = removeEmptyPatterns(options.filter ?? {});
  const invalid = findFilterProblem(filter);
  if (invalid) return { ...invalid, code: "not-a-route" };
  const { inbox, scan } = options;
  const preview = await findPreviewScan(store, { filter, inbox: inbox || undefined, scan });
  return preview ? { ok: true, preview } : { ok: false, code: "no-such-scan" };
}

type TestResult = {
  ok: boolean;
  ms: number;
  status?: number | undefined;
  error?: string | undefined;
  answer?: string | undefined;
  contentType?: string | undefined;
} & Pick<PreviewScan, "scan" | "example">;

async function sendTest(
  parts: PreviewParts,
  nameOrDraft: string | Draft,
  options: PreviewOptions & DraftOptions,
): Promise<{ ok: true; result: TestResult } | Refusal> {
  const { store, sender, sealing, closing } = parts;
  const search = await findScan(store, options);
  if (!search.ok) return search;
  const draft = await prepareDraftJob(store, nameOrDraft, options);
  if (!draft.ok) return draft;
  const { destination } = draft.job;
  const unsealed = await sealing.open(destination.name, draft.keptSecrets);
  if (!unsealed.ok) return { ...unsealed, code: "secrets-locked" };
  const { scan, example } = search.preview;
  const secrets = { ...unsealed.secrets, ...draft.job.secrets };
  try {
    const sent = await sender.send({ ...draft.job, secrets, scan }, { signal: closing });
    const { ms, status, response, contentType } = sent;
    return {
      ok: true,
      result: {
        ok: sent.kind === "delivered",
        ms: Math.round(ms),
        status,
        error: sent.kind === "failed" ? sent.error : undefined,
        answer: response,
        contentType,
        scan,
        example,
      },
    };
  } finally {
    sender.forget(destination.id);
  }
}
