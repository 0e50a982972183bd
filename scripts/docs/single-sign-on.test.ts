// The settings on the page on single sign-on are settings of the hub, and Caddy runs with the
// configurations of the page, in front of a stand-in for the log-in and one for the hub.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseSettings } from "../../apps/hub/src/settings/settings.ts";
import { freePort } from "../testing/free-port.ts";
import { isListening } from "../testing/listens.ts";
import { findCodeBlock, readCodeBlocks } from "./testing/worked-page.ts";

const page = "docs/hub/single-sign-on.md";
const hasCaddy = spawnSync("caddy", ["version"]).status === 0;
if (!hasCaddy)
  console.warn(`Skipped: the configurations of Caddy on ${page}; it is not installed.`);

test("every settings file on the page on single sign-on is valid", () => {
  const files = readCodeBlocks(page).filter(({ language }) => language === "yaml");
  expect(files.length).toBeGreaterThan(6);
  for (const { text } of files) {
    const env = text.includes("sso-issuer") ? { SCANHOOK_SSO_CLIENT_SECRET: "secret" } : {};
    const parsed = parseSettings({ args: ["--config", "/sso.yaml"], env, readFile: () => text });
    expect(parsed).toMatchObject({ ok: true });
  }
});

test.skipIf(!hasCaddy).each([
  { gateway: "Authelia", path: "/api/authz/forward-auth" },
  { gateway: "Authentik", path: "/outpost.goauthentik.io/auth/caddy" },
])(
  "Caddy tells the hub who $gateway has logged in, and nothing that a client says",
  async ({ gateway, path }) => {
    const [nameHeader, groupsHeader] =
      gateway === "Authelia"
        ? ["remote-user", "remote-groups"]
        : ["x-authentik-username", "x-authentik-groups"];
    await using login = await serve((request, response) => {
      if (request.url !== path || request.headers.cookie !== "login=ada")
        return response.writeHead(302, { location: "https://login.example/" }).end();
      return response.writeHead(200, { [nameHeader!]: "ada", [groupsHeader!]: "staff" }).end();
    });
    await using hub = await serve(({ url, headers }, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ url, headers }));
    });
    await using caddy = await startCaddy(
      findCodeBlock(page, "caddyfile", path)
        .replace("localhost:8080", `127.0.0.1:${hub.port}`)
        .replaceAll(/localhost:90\d\d/g, `127.0.0.1:${login.port}`),
    );
    const forged = { [nameHeader!]: "owner", [groupsHeader!]: "scanhook-owners" };
    const ask = async (url: string, headers: Record<string, string>) => {
      const response = await fetch(`${caddy.url}${url}`, { headers, redirect: "manual" });
      if (response.status !== 200) return response.status;
      const got = (await response.json()) as { headers: IncomingHttpHeaders };
      return [got.headers[nameHeader!], got.headers[groupsHeader!]];
    };
    expect(await ask("/api/scans", forged)).toBe(302);
    expect(await ask("/api/scans", { ...forged, cookie: "login=ada" })).toEqual(["ada", "staff"]);
    const nobody = [undefined, undefined];
    for (const url of ["/in/door", "/scan/", "/door/token", "/healthz"])
      expect(await ask(url, forged), url).toEqual(nobody);
    const authorization = "Bearer shk_token";
    expect(await ask("/api/scans", { ...forged, authorization })).toEqual(nobody);
  },
);

/** Serves on a free port of this machine until disposed. */
async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** Starts Caddy with a configuration of the page, without its certificate. */
async function startCaddy(configuration: string) {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), "scanhook-forward-auth-"));
  const file = join(folder, "Caddyfile");
  const site = configuration.replace("scans.example.com {", `http://127.0.0.1:${port} {`);
  await writeFile(file, `{\n\tadmin off\n}\n${site}`);
  const child = spawn("caddy", ["run", "--adapter", "caddyfile", "--config", file], {
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  while (!(await isListening(port)))
    if (child.exitCode !== null) throw new Error(`Caddy ended:\n${output}`);
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      const ended = once(child, "exit");
      child.kill();
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}
