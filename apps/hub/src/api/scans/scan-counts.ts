import { Type } from "typebox";
import type { App } from "../../http/app.ts";
import { refuse } from "../../http/errors.ts";
import { ownerSecurity, reachOfRequest } from "../../login/access.ts";
import { readPersonNames, withPerson } from "../../scans/person-names.ts";
import { type DayCountFilter, dayCountGroups } from "../../store/scan-counts.ts";
import type { Store } from "../../store/store.ts";
import { exactMessage } from "../../texts/exact-message.ts";
import { filterProperties, filterRefusals, ownerRefusals, refusals } from "../schemas.ts";
import { parseFilter } from "./selection.ts";

/** The maximum number of counts in a response, about 1 MiB of JSON. */
const maxDayCounts = 10_000;

/**
 * How many counts of contents run at the same time. Each keeps the database busy for some seconds
 * if very many scans match. Further ones wait.
 */
const maxContentCounts = 2;

const day = (description: string) =>
  Type.Optional(
    Type.String({ format: "date", description: `${description} \`YYYY-MM-DD\`, UTC.` }),
  );

const dayCountSchema = Type.Object({
  day: Type.String({ format: "date", description: "The day in UTC." }),
  inbox: Type.Optional(Type.String({ description: "Absent if the counts are by day only." })),
  user: Type.Optional(
    Type.String({ description: "Absent for scans without a user, or if not counted by user." }),
  ),
  person: Type.Optional(
    Type.String({ description: "The current name of the person to whom the user belongs." }),
  ),
  scans: Type.Integer(),
});

const contentCountSchema = Type.Object({
  content: Type.String({ description: "Cut after 8,192 characters." }),
  scans: Type.Integer({ description: "The number of scans with this content." }),
  newest: Type.Integer({ description: "The `id` of the newest of them." }),
});

/** Serves the counts of scans per day and per content. */
export function serveScanCounts(
  app: App,
  {
    store,
  }: { store: Pick<Store, "listDayCounts" | "countReceived" | "countContents" | "usersOfPeople"> },
): void {
  app.get(
    "/api/scans/per-day",
    {
      schema: {
        summary: "Count received scans per day, inbox and user",
        description:
          "Counts every scan for the day on which the hub received it, whether or not it is still stored: neither retention nor a deletion makes a count smaller. A repeat does not count, nor do acts by hand and audit heads, unless `inbox` names theirs. Days without scans are left out.",
        tags: ["scans"],
        security: ownerSecurity,
        querystring: Type.Object({
          from: day("The first day."),
          to: day("The day after the last one."),
          inbox: filterProperties.inbox,
          user: Type.Optional(Type.String({ description: "Only scans that this user sent." })),
          by: Type.Union(
            dayCountGroups.map((group) => Type.Literal(group)),
            {
              default: "user",
              description:
                "day: a count for each day. inbox: for each day and inbox. user: for each day, inbox and user.",
            },
          ),
        }),
        response: {
          200: Type.Object({
            counts: Type.Array(dayCountSchema, { description: "In the order of their days." }),
            total: Type.Integer({
              description:
                "The number of scans received in all, on any day, of this inbox and user. Never shrinks.",
            }),
          }),
          ...refusals(...ownerRefusals, "invalid-request"),
        },
      },
    },
    async (request, reply) => {
      const { by, from, to, inbox, user } = request.query;
      const reach = reachOfRequest(request);
      const sender: DayCountFilter = {
        ...(inbox && { inbox }),
        ...(user && { user }),
        ...(reach && { inboxes: reach }),
      };
      const filter: DayCountFilter = { ...sender, ...(from && { from }), ...(to && { to }) };
      const list = { group: by, limit: maxDayCounts + 1 };
      const [counts, total, names] = await Promise.all([
        store.listDayCounts(filter, list),
        store.countReceived(sender),
        readPersonNames(store),
      ]);
      if (counts.length > maxDayCounts) return refuse(reply, "invalid-request", tooManyCounts);
      return {
        counts: counts.map((count) =>
          withPerson(count, names.ofUser(count.inbox ?? "", count.user ?? "")),
        ),
        total,
      };
    },
  );

  const limitRunning = createLimit(maxContentCounts);
  app.get(
    "/api/scans/per-content",
    {
      schema: {
        summary: "Count scans per content",
        description:
          "Counts the stored scans that pass the filter by their content, now. It counts the newest 100,000 at most, and for 5 seconds at most: with `more`, older ones match too and were not counted.",
        tags: ["scans"],
        security: ownerSecurity,
        querystring: Type.Object({
          ...filterProperties,
          limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
        }),
        response: {
          200: Type.Object({
            contents: Type.Array(contentCountSchema, {
              description: "The most frequent contents, these first.",
            }),
            distinct: Type.Integer({ description: "The number of different contents." }),
            scans: Type.Integer({ description: "The number of scans that were counted." }),
            more: Type.Boolean({
              description: "True if older scans match too and were not counted.",
            }),
          }),
          ...refusals(...filterRefusals),
        },
      },
    },
    async (request, reply) => {
      const { limit, ...query } = request.query;
      const parsed = parseFilter(query, reachOfRequest(request));
      if (!parsed.ok) return refuse(reply, parsed.code, parsed.message);
      return limitRunning(() => store.countContents(parsed.filter, limit));
    },
  );
}

const tooManyCounts = exactMessage("too-many-counts", { max: maxDayCounts });

/** Returns a function that runs tasks in turn, at most `max` at the same time. */
function createLimit(max: number): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      // Either the next task replaces this one, or one fewer is running.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
