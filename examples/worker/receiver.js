// A Cloudflare Worker: secrets RECEIVER_USER and RECEIVER_PASSWORD, and a KV namespace bound as
// SCANS.
import { createReceiver } from "@scanhook/webhook";

export default {
  fetch(request, env) {
    const { RECEIVER_USER: user, RECEIVER_PASSWORD: password } = env;
    if (!user || !password)
      return new Response("Set RECEIVER_USER and RECEIVER_PASSWORD.", { status: 500 });
    const receive = createReceiver({
      credentials: { user, password },
      async accept(scan, { body }) {
        await env.SCANS.put(await keyOf(scan), body);
        console.log(scan.date, scan.content);
      },
    });
    return receive(request);
  },
};

/** Returns the same key only for a resend: a hash of everything that makes one. */
async function keyOf({ identifier, date, content, tagType, structured }) {
  const parts = JSON.stringify([identifier, date, content, tagType, structured]);
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(parts));
  return `${date.slice(0, 40)} ${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}
