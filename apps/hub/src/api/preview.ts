import { Type } from "typebox";
import { findFilterMisfit, withoutEmpty } from "../definitions/route.ts";
import { routeFilterSchema, shapeSchema } from "../definitions/schemas.ts";
import { refuse } from "../errors.ts";
import type { App } from "../http/app.ts";
import { ownerSecurity } from "../login/access.ts";
import type { RouteFilter, Shape } from "../store/forwarding.ts";
import { type Draft, nameOrDraftSchema, type Refusal, toDraftJob } from "./draft.ts";
import { madeSchema } from "./forwarding-schemas.ts";
import type { PassingOn } from "./passing-on-parts.ts";
import { findPreviewScan, type PreviewScan } from "./preview-scan.ts";
import { changeRefusals, refusals, storedScanSchema } from "./schemas.ts";

const wishes = {
  shape: Type.Optional(shapeSchema),
  inbox: Type.Optional(Type.String({ description: "Look at scans of this inbox only." })),
  filter: Type.Optional(routeFilterSchema),
  scan: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: "Number of the scan; left out, the last one that passes the filter.",
    }),
  ),
};

const previewed = {
  scan: storedScanSchema,
  example: Type.Boolean({ description: "The scan is made up: there is none yet." }),
};

const testedSchema = Type.Object({
  ok: Type.Boolean({ description: "The destination took it." }),
  ms: Type.Integer(),
  status: Type.Optional(Type.Integer()),
  error: Type.Optional(Type.String({ description: "Why it did not count as delivered." })),
  answer: Type.Optional(Type.String({ description: "The beginning of its answer, as text." })),
  contentType: Type.Optional(Type.String()),
  ...previewed,
});

const previewRefusals = [
  ...changeRefusals,
  "no-such-destination",
  "no-such-scan",
  "not-a-destination",
  "not-a-route",
] as const;

/** `/api/preview` and the tests: what goes out, before it does; and once for real. */
export function servePreview(app: App, parts: PassingOn): void {
  const { sender } = parts;

  app.post(
    "/api/preview",
    {
      schema: {
        summary: "Show what would go out",
        description:
          "Nothing is sent and nothing need be saved. Secrets are shown as ‹their name›. Without a destination only the filter is tried.",
        tags: ["passing on"],
        security: ownerSecurity,
        body: Type.Object(
          { destination: Type.Optional(nameOrDraftSchema), ...wishes },
          { additionalProperties: false },
        ),
        response: {
          200: Type.Object({
            ...previewed,
            passes: Type.Boolean({ description: "The scan passes the filter." }),
            recent: Type.Object(
              { scans: Type.Integer(), pass: Type.Integer() },
              { description: "How many of the last scans (100 at most) pass it." },
            ),
            made: Type.Optional(madeSchema),
          }),
          ...refusals(...previewRefusals),
        },
      },
    },
    async (request, reply) => {
      const { destination, ...wish } = request.body;
      const seen = await look(parts, wish);
      if (!seen.ok) return refuse(reply, seen.code, seen.reason, seen.field);
      const { scan, example, passes, recent } = seen.preview;
      const shown = { scan, example, passes, recent };
      if (destination === undefined) return shown;
      const drafted = await toDraftJob(parts, destination, wish.shape);
      if (!drafted.ok) return refuse(reply, drafted.code, drafted.reason, drafted.field);
      const made = sender.preview({ ...drafted.job, scan });
      return {
        ...shown,
        made: made.ok ? { ok: true, messages: [...made.messages] as never[] } : made,
      };
    },
  );

  app.post(
    "/api/test",
    {
      schema: {
        summary: "Send a test",
        description:
          "Sends one scan for real, once, and answers what the destination says. It is no delivery and is not counted.",
        tags: ["passing on"],
        security: ownerSecurity,
        body: Type.Object(
          { destination: nameOrDraftSchema, ...wishes },
          { additionalProperties: false },
        ),
        response: { 200: testedSchema, ...refusals(...previewRefusals, "secrets-locked") },
      },
    },
    async (request, reply) => {
      const { destination, ...wish } = request.body;
      const tested = await sendTest(parts, destination, wish);
      return tested.ok ? tested.answer : refuse(reply, tested.code, tested.reason, tested.field);
    },
  );

  app.post(
    "/api/destinations/:name/test",
    {
      schema: {
        summary: "Send a test to a destination",
        description:
          "Sends one scan for real, once, and answers what the destination says. It is no delivery and is not counted.",
        tags: ["passing on"],
        security: ownerSecurity,
        params: Type.Object({ name: Type.String() }),
        body: Type.Object(wishes, { additionalProperties: false }),
        response: { 200: testedSchema, ...refusals(...previewRefusals, "secrets-locked") },
      },
    },
    async (request, reply) => {
      const tested = await sendTest(parts, request.params.name, request.body);
      return tested.ok ? tested.answer : refuse(reply, tested.code, tested.reason, tested.field);
    },
  );
}

type Wish = {
  shape?: { format: Shape["format"]; template?: string };
  inbox?: string;
  filter?: RouteFilter;
  scan?: number;
};

async function look(
  { store }: PassingOn,
  wish: Wish,
): Promise<{ ok: true; preview: PreviewScan } | Refusal> {
  const filter = withoutEmpty(wish.filter ?? {});
  const misfit = findFilterMisfit(filter);
  if (misfit) return { ...misfit, code: "not-a-route" };
  const { inbox, scan } = wish;
  const preview = await findPreviewScan(store, {
    filter,
    ...(inbox && { inbox }),
    ...(scan !== undefined && { scan }),
  });
  return preview ? { ok: true, preview } : { ok: false, code: "no-such-scan" };
}

type Tested = {
  ok: boolean;
  ms: number;
  status?: number;
  error?: string;
  answer?: string;
  contentType?: string;
} & Pick<PreviewScan, "scan" | "example">;

async function sendTest(
  parts: PassingOn,
  given: string | Draft,
  wish: Wish,
): Promise<{ ok: true; answer: Tested } | Refusal> {
  const { sender, sealing, closing } = parts;
  const seen = await look(parts, wish);
  if (!seen.ok) return seen;
  const drafted = await toDraftJob(parts, given, wish.shape);
  if (!drafted.ok) return drafted;
  const { destination } = drafted.job;
  const opened = await sealing.open(destination.name, drafted.kept);
  if (!opened.ok) return { ...opened, code: "secrets-locked" };
  const { scan, example } = seen.preview;
  const secrets = { ...opened.secrets, ...drafted.job.secrets };
  try {
    const sent = await sender.send({ ...drafted.job, secrets, scan }, { signal: closing });
    const { ms, status, answer, contentType } = sent;
    return {
      ok: true,
      answer: {
        ok: sent.kind === "delivered",
        ms: Math.round(ms),
        ...(status !== undefined && { status }),
        ...(sent.kind === "failed" && { error: sent.error }),
        ...(answer !== undefined && { answer }),
        ...(contentType !== undefined && { contentType }),
        scan,
        example,
      },
    };
  } finally {
    sender.forget(destination.id);
  }
}
