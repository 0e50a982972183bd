import { type ErrorCode, errors } from "../../apps/hub/src/http/errors.ts";
import type { OpenApi } from "./described-hub.ts";
import { errorAdvice } from "./error-advice.ts";
import { findPageName, formatAnchor, listCodes, listEndpoints } from "./http-endpoints.ts";
import { blocks, code, fence, list, type Page, prose, table } from "./markdown.ts";

const codes = Object.keys(errors) as ErrorCode[];
/** A section with more endpoints than this shows only their number. */
const maxListedEndpoints = 6;

/**
 * Describes every error of the hub from the table of errors, with the endpoints that the OpenAPI
 * document names.
 */
export function describeErrors(api: OpenApi): Page {
  const example = errors["no-such-inbox"];
  const byStatus = Map.groupBy(codes, (errorCode) => errors[errorCode].status);
  const statuses = [...byStatus.keys()].toSorted((a, b) => a - b);
  return {
    name: "errors",
    title: "Errors of the hub",
    description: "Every error of the hub: its code, its status, its message and its remedy.",
    tags: ["hub", "api", "troubleshooting"],
    source: "apps/hub/src/http/errors.ts",
    text: blocks(
      "Every error response has the same body. `code` is stable and meant for programs. `message` is one sentence for people, and can say more than the sentence on this page. It stands at the top level too, where scanners look for it and show it to the person who scanned.",
      fence(
        "json",
        JSON.stringify(
          { message: example.message, error: { code: "no-such-inbox", message: example.message } },
          null,
          2,
        ),
      ),
      list([
        "If one field of the request is wrong, the body also has `field`, with dots between the levels: `settings.url`.",
        "If the sentence is more exact than the one on this page, the body can have `reason`, the stable name of that sentence, and `values` with the values in it, so that a page can say it in another language.",
        'An inbox responds to scanners in the same way. If the destination of a route in mode `through` did not accept a scan, the body also has `"ok": false`.',
      ]),
      table(
        ["Status", "Codes"],
        statuses.map((status) => [
          String(status),
          byStatus
            .get(status)!
            .map((errorCode) => `[${code(errorCode)}](#${errorCode})`)
            .join(", "),
        ]),
      ),
      ...statuses
        .flatMap((status) => byStatus.get(status)!)
        .map((errorCode) => formatSection(errorCode, api)),
    ),
  };
}

function formatSection(errorCode: ErrorCode, api: OpenApi): string {
  const { status, message } = errors[errorCode];
  return blocks(
    `## ${errorCode}`,
    `**${status}** ${prose(message)}`,
    errorAdvice[errorCode],
    formatEndpoints(errorCode, api),
  );
}

function formatEndpoints(errorCode: ErrorCode, api: OpenApi): string {
  const endpoints = listEndpoints(api).filter(({ operation }) =>
    listCodes(operation).includes(errorCode),
  );
  if (endpoints.length === 0) return "";
  if (endpoints.length > maxListedEndpoints)
    return `Returned by ${endpoints.length} endpoints of the [API](http-api.md).`;
  const links = endpoints.map(
    (endpoint) =>
      `[${code(endpoint.name)}](${findPageName(endpoint)}.md#${formatAnchor(endpoint)})`,
  );
  return `Returned by ${links.join(", ")}.`;
}
