import type { FastifyReply } from "fastify";
import { Type } from "typebox";
import type { App } from "../../http/app.ts";
import { refuse } from "../../http/errors.ts";
import { ownerSecurity } from "../../login/access.ts";
import type { Store } from "../../store/store.ts";
import { toTagIdentifier } from "../../store/tag-identifier.ts";
import { maxTagNameLength, parseTagName } from "../../store/tag-name.ts";
import type { TagPosition, TagRecord } from "../../store/tags.ts";
import { exactMessage } from "../../texts/exact-message.ts";
import {
  changeRefusals,
  expectedRevision,
  noContentSchema,
  ownerRefusals,
  refusals,
  refuseStale,
  storedScanSchema,
} from "../schemas.ts";

const tagSchema = Type.Object(
  {
    identifier: Type.String({
      description:
        "The UID: upper-case hexadecimal bytes separated by colons, the most significant first.",
    }),
    name: Type.Optional(Type.String({ description: "The name that its owner gave it." })),
    revision: Type.Integer({
      description: "Grows with every change of the name, from 1 for a tag without one.",
    }),
    changedAt: Type.Optional(
      Type.String({ format: "date-time", description: "When the name last changed." }),
    ),
    scans: Type.Integer({ description: "The number of its scans. Repeats do not count." }),
    firstSeenAt: Type.Optional(Type.String({ format: "date-time" })),
    lastSeenAt: Type.Optional(Type.String({ format: "date-time" })),
    lastScan: Type.Optional(storedScanSchema),
  },
  { title: "Tag" },
);

const byIdentifier = Type.Object({
  identifier: Type.String({
    description: "The UID in hexadecimal, with colons, dashes or nothing between the bytes.",
  }),
});

/** Serves `/api/tags`: the NFC tags that were scanned or named. */
export function serveTags(app: App, { store }: { store: Store }): void {
  app.get(
    "/api/tags",
    {
      schema: {
        summary: "List tags",
        description:
          "Tags seen most recently come first, and tags that were only named come last. If more follow, `next` is present: pass it as `cursor`. For the scans of a tag, use `/api/scans?tag=`.",
        tags: ["tags"],
        security: ownerSecurity,
        querystring: Type.Object({
          text: Type.Optional(
            Type.String({
              maxLength: 1000,
              description:
                "Only tags with these words, or beginnings or ends of words, in the name, the UID or the content last read.",
            }),
          ),
          cursor: Type.Optional(Type.String()),
          limit: Type.Integer({ minimum: 1, maximum: 500, default: 100 }),
        }),
        response: {
          200: Type.Object({ tags: Type.Array(tagSchema), next: Type.Optional(Type.String()) }),
          ...refusals(...ownerRefusals, "invalid-request"),
        },
      },
    },
    async (request, reply) => {
      const { text, cursor, limit } = request.query;
      const after = cursor === undefined ? undefined : parseCursor(cursor);
      if (cursor !== undefined && !after) return refuse(reply, "invalid-request", invalidCursor);
      const rows = await store.tags(text === undefined ? {} : { text }, {
        limit: limit + 1,
        ...(after && { after }),
      });
      const tags = rows.slice(0, limit);
      const last = tags.at(-1);
      return rows.length > limit && last ? { tags, next: formatCursor(last) } : { tags };
    },
  );

  app.get(
    "/api/tags/:identifier",
    {
      schema: {
        summary: "One tag",
        tags: ["tags"],
        security: ownerSecurity,
        params: byIdentifier,
        response: {
          200: Type.Object({
            ...tagSchema.properties,
            entries: Type.Array(
              Type.Object({
                register: Type.String(),
                id: Type.Integer(),
                label: Type.String(),
              }),
              { description: "The entries of registers that its scans find." },
            ),
          }),
          ...refusals(...ownerRefusals, "not-a-tag", "no-such-tag"),
        },
      },
    },
    async (request, reply) => {
      const identifier = toTagIdentifier(request.params.identifier);
      if (!identifier) return refuse(reply, "not-a-tag");
      const entries = await store.entriesOfTag(identifier);
      const tag = await store.tag(identifier);
      if (tag) return { ...tag, entries };
      // The tag of an entry that nobody has scanned or named yet.
      return entries.length > 0
        ? { identifier, revision: 1, scans: 0, entries }
        : refuse(reply, "no-such-tag");
    },
  );

  app.put(
    "/api/tags/:identifier/name",
    {
      schema: {
        summary: "Name a tag",
        description:
          "Names a tag, also before its first scan. Spaces around the name are removed. Several tags may have the same name.",
        tags: ["tags"],
        security: ownerSecurity,
        params: byIdentifier,
        body: Type.Object({
          name: Type.String({
            description: `1 to ${maxTagNameLength} characters on one line, without control characters.`,
          }),
          ...expectedRevision,
        }),
        response: {
          200: tagSchema,
          ...refusals(...changeRefusals, "not-a-tag", "not-a-name", "changed-meanwhile"),
        },
      },
    },
    async (request, reply) => {
      const identifier = toTagIdentifier(request.params.identifier);
      if (!identifier) return refuse(reply, "not-a-tag");
      const name = parseTagName(request.body.name);
      if (!name) return refuse(reply, "not-a-name");
      const named = await store.nameTag(identifier, name, request.body.revision);
      return named === "changed-meanwhile" ? refuseStaleTag(reply, identifier) : named;
    },
  );

  app.delete(
    "/api/tags/:identifier/name",
    {
      schema: {
        summary: "Remove the name of a tag",
        description: "Also removes the tag, if it has no scans.",
        tags: ["tags"],
        security: ownerSecurity,
        params: byIdentifier,
        querystring: Type.Object(expectedRevision),
        response: {
          204: noContentSchema,
          ...refusals(...changeRefusals, "not-a-tag", "no-such-tag-name", "changed-meanwhile"),
        },
      },
    },
    async (request, reply) => {
      const identifier = toTagIdentifier(request.params.identifier);
      if (!identifier) return refuse(reply, "not-a-tag");
      const removed = await store.unnameTag(identifier, request.query.revision);
      if (removed === "changed-meanwhile") return refuseStaleTag(reply, identifier);
      return removed === "removed" ? reply.code(204).send(null) : refuse(reply, "no-such-tag-name");
    },
  );

  async function refuseStaleTag(reply: FastifyReply, identifier: string) {
    const unknown = { identifier, scans: 0, revision: 1 };
    return refuseStale(reply, (await store.tag(identifier)) ?? unknown);
  }
}

const invalidCursor = exactMessage("cursor-of-other-list");

function formatCursor({ lastScan, identifier }: TagRecord): string {
  return `${lastScan?.id ?? 0}-${identifier}`;
}

function parseCursor(text: string): TagPosition | undefined {
  const [, lastScan, identifier] = /^(\d{1,15})-([0-9A-F:]+)$/.exec(text) ?? [];
  return identifier === undefined ? undefined : { lastScan: Number(lastScan), identifier };
}
