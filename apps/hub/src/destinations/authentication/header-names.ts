import { say } from "../../texts/exact-message.ts";

/**
 * Returns why a user cannot set a header of this name (RFC 9110, section 5.1), as one sentence;
 * undefined if the name is valid.
 */
export function findHeaderNameProblem(name: string): string | undefined {
  if (!/^[!#$%&'*+.^_`|~\dA-Za-z-]{1,100}$/.test(name)) {
    return say("header-name-wrong", { name });
  }
  return connectionHeaders.has(name.toLowerCase()) ? say("header-set-by-hub", { name }) : undefined;
}

const connectionHeaders = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);
