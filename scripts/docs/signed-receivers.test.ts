// A real hub signs what it forwards, and each signed receiver accepts it and nothing else.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { codeScan, send } from "@scanhook/webhook";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asOwner, startTestHub, type TestHub } from "../../apps/hub/src/testing/test-hub.ts";
import {
  missingTools,
  type Platform,
  type RunningExample,
  startExample,
} from "../../examples/testing/start-example.ts";

const platforms: Record<string, Platform> = {
  "node/signed-receiver.mjs": { tools: ["node"] },
  "python/signed-receiver.py": { tools: ["python3"] },
  "php/signed-receiver.php": { tools: ["php"], announces: false },
  "go/signed-receiver.go": { tools: ["go"] },
};
const secret = "It's a Secret to Everybody";

for (const [file, platform] of Object.entries(platforms)) {
  const isRunnable = missingTools(file, platform).length === 0;
  describe.skipIf(!isRunnable)(file, () => {
    let example: RunningExample;
    let hub: TestHub;
    let folder: string;

    beforeAll(async () => {
      example = await startExample(file, platform, { SIGNING_SECRET: secret });
      folder = await mkdtemp(join(tmpdir(), "scanhook-signed-"));
      await writeFile(join(folder, "scanhook.yaml"), settings(example.url));
      const config = ["--config", join(folder, "scanhook.yaml")];
      hub = await startTestHub("--egress-allow", "127.0.0.0/8,::1", ...config);
      const call = await asOwner(hub);
      await call("POST", "/api/inboxes", { name: "door", title: "Door", open: true });
    });

    afterAll(async () => {
      await hub?.[Symbol.asyncDispose]();
      await example?.[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    });

    test("stores a scan that the hub signed", async () => {
      const scan = codeScan({ content: "Grüße 42 ✓" });
      const line = example.nextLine();
      expect(await send(scan, { url: `${hub.base}/in/door` })).toMatchObject({ kind: "accepted" });
      expect(await line).toContain(`${scan.date} ${scan.content}`);
      expect(example.readScans()).toMatchObject([{ ...scan, inbox: "door" }]);
    });

    test("refuses a body with a wrong signature, with none, and with one in other characters", async () => {
      const scansBefore = example.readScans();
      const body = JSON.stringify(codeScan({ content: "forged" }));
      // The signature of another body, from GitHub's documentation of this scheme.
      const other = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
      for (const signature of [undefined, "", other, "\u00fc".repeat(other.length)]) {
        const response = await fetch(example.url, {
          method: "POST",
          headers: signature === undefined ? {} : { "x-hub-signature-256": signature },
          body,
        });
        expect([signature, response.status]).toEqual([signature, 401]);
      }
      expect(example.readScans()).toEqual(scansBefore);
    });
  });
}

const settings = (url: string) => `
destinations:
  backend:
    kind: http
    settings:
      url: ${url}
      auth: hmac-header
      signatureHeader: X-Hub-Signature-256
    secrets:
      signatureSecret: "${secret}"
    allowPrivate: true

routes:
  to-backend:
    inbox: door
    destination: backend
`;
