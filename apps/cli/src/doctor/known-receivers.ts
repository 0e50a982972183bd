import type { Exchange } from "./exchange.ts";

/**
 * Returns advice for a response that has a special meaning at certain receivers. Undefined for
 * others.
 */
export function findKnownPitfall(url: URL, response: Exchange): string | undefined {
  return pitfalls.find(
    ({ path, matchesStatus }) => path.test(url.pathname) && matchesStatus(response.status),
  )?.advice;
}

const isAccepted = (status: number) => status >= 200 && status < 300;

const pitfalls: { path: RegExp; matchesStatus: (status: number) => boolean; advice: string }[] = [
  {
    path: /\/webhook-test\//,
    matchesStatus: () => true,
    advice:
      "This is n8n's test URL, which works only once and only while n8n's editor listens. Use the production URL (/webhook/…) and activate the workflow.",
  },
  {
    path: /^\/webhook\//,
    matchesStatus: (status) => status === 404,
    advice: "If this is n8n, activate the workflow, and set its Webhook node to the method POST.",
  },
  {
    path: /^\/api\/webhook\//,
    matchesStatus: isAccepted,
    advice:
      "If this is Home Assistant, it responds with 200 even if the webhook ID is unknown. Check in the automation's trace whether the scan arrived.",
  },
  {
    path: /^\/api\/webhook\//,
    matchesStatus: (status) => status === 405,
    advice:
      "If this is Home Assistant, allow POST in the webhook trigger, and switch off “only accessible from the local network” if you send from outside.",
  },
];
