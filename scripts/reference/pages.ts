import { describeCommand } from "./command.ts";
import { askHub } from "./described-hub.ts";
import { describeDestinations } from "./destinations.ts";
import { describeErrors } from "./errors.ts";
import { describeHttpApi } from "./http-api.ts";
import { printPage } from "./markdown.ts";
import { describeMetrics } from "./metrics.ts";
import { describePayload } from "./payload.ts";
import { describeSettings } from "./settings.ts";

/** Every page of docs/reference by its file name, made from the code as it is now. */
export async function makeReference(): Promise<Map<string, string>> {
  const { api, metrics } = await askHub();
  const pages = [
    describePayload(),
    describeSettings(),
    await describeCommand(),
    describeDestinations(),
    describeHttpApi(api),
    describeErrors(api),
    describeMetrics(metrics),
  ];
  return new Map(pages.map((page, i) => [`${page.name}.md`, printPage(page, i + 1)]));
}
