import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import {
  encodeOpenPrintTag,
  materialNameOf,
  parseOpenPrintTag,
  structuredOf,
} from "@scanhook/tags";
import { expect, onTestFinished, test } from "vitest";
import { exampleMoment, examples } from "./examples.ts";
import { type Behavior, exchange, receiverUrl, statusWords } from "./exchange.ts";

const runExchange = (behavior: Behavior) => exchange(examples.code, behavior, exampleMoment);

test("shows the body that the scanner posts", async () => {
  const { body, shown, messages } = await runExchange("accepts");
  expect(JSON.parse(body)).toEqual({
    identifier: exampleMoment.uuid(),
    date: "2026-05-12T14:23:01Z",
    content: examples.code.content,
  });
  expect(body).toContain('"date" : "2026-05-12T14:23:01Z"');
  expect(messages.map(({ text }) => text.split("\n")[0])).toEqual([
    "POST /hook HTTP/1.1",
    "HTTP/1.1 204 No Content",
  ]);
  expect(shown).toBe("Sent.");
});

test("works where Request has no property body, as in Firefox", async () => {
  const body = Object.getOwnPropertyDescriptor(Request.prototype, "body")!;
  Object.defineProperty(Request.prototype, "body", { value: undefined, configurable: true });
  onTestFinished(() => void Object.defineProperty(Request.prototype, "body", body));
  expect((await runExchange("accepts")).shown).toBe("Sent.");
});

test("names every status with which the library's receiver refuses", () => {
  const receiver = new URL("receive.ts", import.meta.resolve("@scanhook/webhook"));
  const refusals = readFileSync(receiver, "utf8").matchAll(/refuse\((\d+)/g);
  const statuses = [...refusals].map(([, status]) => Number(status));
  expect(statuses).toContain(422);
  for (const status of statuses) expect(statusWords).toHaveProperty(String(status));
});

test("sends the password only in a second request, after a challenge", async () => {
  const { messages, shown } = await runExchange("asks");
  const [firstRequest, challenge, secondRequest, response] = messages.map(({ text }) => text);
  expect(messages).toHaveLength(4);
  expect(firstRequest).not.toContain("authorization");
  expect(challenge).toMatch(/^HTTP\/1\.1 401 Unauthorized\n.*www-authenticate: Basic realm=/s);
  // RFC 7617: base64 of user:password.
  expect(secondRequest).toContain(`authorization: Basic ${btoa("phone:secret")}`);
  expect(response).toMatch(/^HTTP\/1\.1 204/);
  expect(shown).toBe("Sent.");
});

test("shows the receiver's message, and marks a warning as a warning", async () => {
  expect((await runExchange("answers")).shown).toBe("Thank you. 3 are left in stock.");
  expect((await runExchange("warns")).shown).toBe("Warning: This ticket was used at 14:02.");
  expect((await runExchange("fails")).shown).toBe(
    "The scan could not be kept; send it again later.",
  );
});

test("builds the OpenPrintTag example exactly like the scanner", () => {
  const { content, structured } = examples.openPrintTag;
  const encoded = encodeOpenPrintTag({
    main: {
      material_class: "filament",
      material_type: structured.material,
      material_name: content,
      brand_name: structured.manufacturer,
      primary_color: structured.color,
    },
  });
  if (!encoded.ok) throw new Error(encoded.reason);
  const parsed = parseOpenPrintTag(encoded.payload);
  if (!parsed.ok) throw new Error(parsed.reason);
  expect(materialNameOf(parsed.tag)).toBe(content);
  expect(structuredOf(parsed.tag)).toMatchObject(structured);
});

const hasCurl = spawnSync("curl", ["--version"]).status === 0;
if (!hasCurl) console.warn("The command for curl is not run: curl is not installed.");

test.skipIf(!hasCurl)("the command for curl sends the same request", async () => {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { method, headers } = request;
    response.end(JSON.stringify({ method, type: headers["content-type"], body }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const reading = { kind: "code", content: 'it\'s $HOME `x` \\ "y"' } as const;
  const { curl, body } = await exchange(reading, "accepts", exampleMoment);
  const command = curl.replace(receiverUrl, `--silent --noproxy '*' http://127.0.0.1:${port}/hook`);
  try {
    const { stdout } = await promisify(execFile)("sh", ["-c", command]);
    expect(JSON.parse(stdout)).toEqual({ method: "POST", type: "application/json", body });
  } finally {
    server.close();
  }
});
