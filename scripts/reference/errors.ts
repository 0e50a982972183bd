import { type ErrorCode, errors } from "../../apps/hub/src/errors.ts";
import type { OpenApi } from "./described-hub.ts";
import { errorAdvice } from "./error-advice.ts";
import { anchorOf, codesOf, operationsOf } from "./http-endpoints.ts";
import { blocks, code, fence, list, type Page, prose, table } from "./markdown.ts";

const codes = Object.keys(errors) as ErrorCode[];
/** A list that is longer says less than that they are many. */
const mostRoutes = 6;

/** Every error of the hub, from the table it answers from; which routes answer it says the OpenAPI document. */
export function describeErrors(api: OpenApi): Page {
  const example = errors["no-such-inbox"];
  const byStatus = Map.groupBy(codes, (one) => errors[one].status);
  const statuses = [...byStatus.keys()].toSorted((a, b) => a - b);
  return {
    name: "errors",
    title: "Errors of the hub",
    description:
      "Every error the hub answers with: its code, its status, its sentence, what to do.",
    tags: ["hub", "api", "troubleshooting"],
    source: "apps/hub/src/errors.ts",
    text: blocks(
      "Every answer that is not a success has the same body. `code` is stable and meant for programs; `message` is one sentence for people, and may say more than the sentence here.",
      fence(
        "json",
        JSON.stringify({ error: { code: "no-such-inbox", message: example.message } }, null, 2),
      ),
      list([
        "`field` stands beside them where one thing in the request is wrong, with dots between the levels: `settings.url`.",
        'An inbox answers a scanner alike. When a destination could not take a scan of a route in mode `through`, `message` and `"ok": false` stand in the body once more, where scanners look for them.',
      ]),
      table(
        ["Status", "Codes"],
        statuses.map((status) => [
          String(status),
          byStatus
            .get(status)!
            .map((one) => `[${code(one)}](#${one})`)
            .join(", "),
        ]),
      ),
      ...statuses.flatMap((status) => byStatus.get(status)!).map((one) => toSection(one, api)),
    ),
  };
}

function toSection(one: ErrorCode, api: OpenApi): string {
  const { status, message } = errors[one];
  return blocks(
    `## ${one}`,
    `**${status}** ${prose(message)}`,
    errorAdvice[one],
    toRoutes(one, api),
  );
}

function toRoutes(one: ErrorCode, api: OpenApi): string {
  const routes = operationsOf(api).filter(({ operation }) => codesOf(operation).includes(one));
  if (routes.length === 0) return "";
  if (routes.length > mostRoutes)
    return `Answered by ${routes.length} routes of the [API](http-api.md).`;
  const links = routes.map((route) => `[${code(route.name)}](http-api.md#${anchorOf(route)})`);
  return `Answered by ${links.join(", ")}.`;
}
