import type { Page } from "../page.ts";
import { exampleMoment, examples } from "./examples.ts";
import { exchange } from "./exchange.ts";

export const demo = {
  title: "See a scan on its way",
  lead: "Choose a scan and how the receiver behaves. The scanner's own functions make everything below in this page; nothing is sent anywhere.",
  description:
    "Build a payload: the JSON of a scan, the request, the same with curl, and the response of a receiver.",
} as const;

/** The exchange that the page shows initially and without JavaScript. */
export const firstExchange = await exchange(examples.code, "accepts", exampleMoment);

const block = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``;

export const demoPage: Page = {
  path: "demo/",
  file: "apps/site/src/demo/page.ts",
  otherSources: [
    "apps/site/src/pages/demo.astro",
    "apps/site/src/demo/examples.ts",
    "apps/site/src/demo/exchange.ts",
    "apps/site/src/demo/form.ts",
  ],
  title: demo.title,
  description: demo.description,
  tags: ["payload"],
  markdown: [
    demo.description,
    "## The body",
    block("json", firstExchange.body),
    "## On the wire",
    ...firstExchange.messages.map(({ title, text }) => `${title}:\n\n${block("http", text)}`),
    "## The same with curl",
    block("sh", firstExchange.curl),
    "",
  ].join("\n\n"),
};
