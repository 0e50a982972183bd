import { Type } from "typebox";
import { refuse } from "../errors.ts";
import type { App } from "../http/app.ts";
import { ownerSecurity } from "../login/access.ts";
import type { Store, TagPlace, TagRecord } from "../store/store.ts";
import { toTagIdentifier } from "../tag-identifier.ts";
import { longestTagName, parseTagName } from "../tag-name.ts";
import {
  changeRefusals,
  goneSchema,
  ownerRefusals,
  refusals,
  storedScanSchema,
} from "./schemas.ts";

const tagSchema = Type.Object(
  {
    identifier: Type.String({
      description:
        "Its UID: upper-case hexadecimal bytes, colons between, the most significant first.",
    }),
    name: Type.Optional(Type.String({ description: "What its owner calls it." })),
    scans: Type.Integer({ description: "Scans of it; one that came again counts once." }),
    firstSeenAt: Type.Optional(Type.String({ format: "date-time" })),
    lastSeenAt: Type.Optional(Type.String({ format: "date-time" })),
    lastScan: Type.Optional(storedScanSchema),
  },
  { title: "Tag" },
);

const byIdentifier = Type.Object({
  identifier: Type.String({
    description: "The UID in hexadecimal, with colons, dashes or nothing between.",
  }),
});

/** `/api/tags`: the NFC tags that were scanned or named. */
export function serveTags(app: App, { store }: { store: Store }): void {
  app.get(
    "/api/tags",
    {
      schema: {
        summary: "List tags",
        description:
          "Those seen last come first, those only named so far come last. `next` is there when more follow: pass it as `cursor`. Scans of one tag: `/api/scans?tag=`.",
        tags: ["tags"],
        security: ownerSecurity,
        querystring: Type.Object({
          text: Type.Optional(
            Type.String({
              maxLength: 1000,
              description:
                "Only tags with these words, or beginnings of words, in name, UID or what was last read from them.",
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
      if (cursor !== undefined && !after) return refuse(reply, "invalid-request", badCursor);
      const rows = await store.tags(text === undefined ? {} : { text }, {
        limit: limit + 1,
        ...(after && { after }),
      });
      const tags = rows.slice(0, limit);
      const last = tags.at(-1);
      return rows.length > limit && last ? { tags, next: printCursor(last) } : { tags };
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
          200: tagSchema,
          ...refusals(...ownerRefusals, "not-a-tag", "no-such-tag"),
        },
      },
    },
    async (request, reply) => {
      const identifier = toTagIdentifier(request.params.identifier);
      if (!identifier) return refuse(reply, "not-a-tag");
      return (await store.tag(identifier)) ?? refuse(reply, "no-such-tag");
    },
  );

  app.put(
    "/api/tags/:identifier/name",
    {
      schema: {
        summary: "Name a tag",
        description:
          "Also one that was not seen yet. Spaces around the name are dropped; tags may be called the same.",
        tags: ["tags"],
        security: ownerSecurity,
        params: byIdentifier,
        body: Type.Object({
          name: Type.String({
            description: `1 to ${longestTagName} characters on one line, no control characters.`,
          }),
        }),
        response: {
          200: tagSchema,
          ...refusals(...changeRefusals, "not-a-tag", "not-a-name"),
        },
      },
    },
    async (request, reply) => {
      const identifier = toTagIdentifier(request.params.identifier);
      if (!identifier) return refuse(reply, "not-a-tag");
      const name = parseTagName(request.body.name);
      if (!name) return refuse(reply, "not-a-name");
      return store.nameTag(identifier, name);
    },
  );

  app.delete(
    "/api/tags/:identifier/name",
    {
      schema: {
        summary: "Take the name of a tag away",
        description: "A tag without scans is gone with it.",
        tags: ["tags"],
        security: ownerSecurity,
        params: byIdentifier,
        response: {
          204: goneSchema,
          ...refusals(...changeRefusals, "not-a-tag", "no-such-tag-name"),
        },
      },
    },
    async (request, reply) => {
      const identifier = toTagIdentifier(request.params.identifier);
      if (!identifier) return refuse(reply, "not-a-tag");
      const done = await store.unnameTag(identifier);
      return done ? reply.code(204).send(null) : refuse(reply, "no-such-tag-name");
    },
  );
}

const badCursor = "The cursor is not one that this list gave; leave it out to begin anew.";

function printCursor({ lastScan, identifier }: TagRecord): string {
  return `${lastScan?.id ?? 0}-${identifier}`;
}

function parseCursor(text: string): TagPlace | undefined {
  const [, lastScan, identifier] = /^(\d{1,15})-([0-9A-F:]+)$/.exec(text) ?? [];
  return identifier === undefined ? undefined : { lastScan: Number(lastScan), identifier };
}
