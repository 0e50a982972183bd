import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { send } from "@scanhook/webhook";
import { nodeFetch } from "@scanhook/webhook/node-fetch";
import { expect, test } from "vitest";
import { fetchInLanguage, readLanguage } from "./verdict-language.ts";

test.each([
  [{ LANG: "de_AT.UTF-8" }, "de-AT"],
  [{ LANG: "fr" }, "fr"],
  [{ LANG: "en_US.UTF-8", LC_MESSAGES: "es_MX" }, "es-MX"],
  [{ LANG: "en_US.UTF-8", LC_MESSAGES: "es_MX", LC_ALL: "fr_CH.UTF-8" }, "fr-CH"],
  [{ LC_ALL: "", LANG: "sr_RS.UTF-8@latin" }, "sr-RS"],
  [{ LANG: "es_419" }, "es-419"],
  [{ LC_ALL: "C", LANG: "de_DE" }, undefined],
  [{ LANG: "C.UTF-8" }, undefined],
  [{ LANG: "POSIX" }, undefined],
  [{ LANG: "" }, undefined],
  [{}, undefined],
  [{ LANG: "de\r\nx: y" }, undefined],
])("the language of %j is %s", (env, language) => {
  expect(readLanguage(env)).toBe(language);
});

test("a scan asks for its verdict in the language, and without one in none", async () => {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.headers["accept-language"]);
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const scan = { identifier: "a", date: "2026-11-22T20:00:00Z", content: "T-1" };
  for (const language of ["de-AT", undefined])
    await send(scan, { url }, { fetch: fetchInLanguage(nodeFetch, language) });
  server.close();
  expect(asked).toEqual(["de-AT", undefined]);
});
