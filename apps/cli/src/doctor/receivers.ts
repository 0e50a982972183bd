import type { Exchange } from "./exchange.ts";

/** What is known about certain receivers: an answer that means something special there, and what to do. */
export function knownPitfall(url: URL, answer: Exchange): string | undefined {
  return pitfalls.find(({ path, status }) => path.test(url.pathname) && status(answer.status))
    ?.advice;
}

const accepted = (status: number) => status >= 200 && status < 300;

const pitfalls: { path: RegExp; status: (status: number) => boolean; advice: string }[] = [
  {
    path: /\/webhook-test\//,
    status: () => true,
    advice:
      "This is n8n's test address, which works once and only while its editor listens. Use the production address (/webhook/…) and activate the workflow.",
  },
  {
    path: /^\/webhook\//,
    status: (status) => status === 404,
    advice: "If this is n8n: activate the workflow, and set its Webhook node to the method POST.",
  },
  {
    path: /^\/api\/webhook\//,
    status: accepted,
    advice:
      "If this is Home Assistant: it answers 200 to webhook ids it does not know as well. Look at the automation's trace whether the scan came.",
  },
  {
    path: /^\/api\/webhook\//,
    status: (status) => status === 405,
    advice:
      "If this is Home Assistant: allow POST in the webhook trigger, and switch off “only accessible from the local network” if you send from outside.",
  },
];
