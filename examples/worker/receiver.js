// A Cloudflare Worker: secrets RECEIVER_USER and RECEIVER_PASSWORD, and a KV namespace bound as SCANS.
import { createReceiver } from "@scanhook/webhook";

export default {
  fetch(request, env) {
    const { RECEIVER_USER: user, RECEIVER_PASSWORD: password } = env;
    if (!user || !password)
      return new Response("Set RECEIVER_USER and RECEIVER_PASSWORD.", { status: 500 });
    const receive = createReceiver({
      credentials: { user, password },
      async accept(scan, { body }) {
        await env.SCANS.put(`${scan.date} ${scan.identifier}`, body);
        console.log(scan.date, scan.content);
      },
    });
    return receive(request);
  },
};
