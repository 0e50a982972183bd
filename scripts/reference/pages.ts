import { describeCommand } from "./command.ts";
import { describeTemporaryHub } from "./described-hub.ts";
import { describeDestinations } from "./destinations.ts";
import { describeErrors } from "./errors.ts";
import { describeHttpApi } from "./http-api.ts";
import { formatPage } from "./markdown.ts";
import { describeMetrics } from "./metrics.ts";
import { describePayload } from "./payload.ts";
import { describeSettings } from "./settings.ts";

/** Returns the text of every page of docs/reference by file name, generated from the code. */
export async function makeReference(): Promise<Map<string, string>> {
  const { api, metrics } = await describeTemporaryHub();
  const pages = [
    describePayload(),
    describeSettings(),
    await describeCommand(),
    describeDestinations(),
    ...describeHttpApi(api),
    describeErrors(api),
    describeMetrics(metrics),
  ];
  return new Map(pages.map((page, index) => [`${page.name}.md`, formatPage(page, index + 1)]));
}
