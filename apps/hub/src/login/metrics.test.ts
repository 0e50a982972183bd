import { expect, test } from "vitest";
import { asOwner, fromPage, ownerPassword, startTestHub } from "../testing/test-hub.ts";

test("wrong log-ins of people count, and wrong tokens, missing sessions and other errors do not", async () => {
  await using hub = await startTestHub("--tls", "off");
  const read = async () => {
    const text = await (await fetch(`${hub.base}/metrics`)).text();
    return Object.fromEntries(
      [...text.matchAll(/^scanhook_logins_failed_total\{code="([\w-]+)"\} (\d+)$/gm)]
        .filter(([, , count]) => count !== "0")
        .map(([, code, count]) => [code, Number(count)]),
    );
  };
  expect(await (await fetch(`${hub.base}/metrics`)).text()).toContain(
    'scanhook_logins_failed_total{code="login-wrong"} 0',
  );
  const owner = await asOwner(hub);
  expect(await owner("GET", "/api/scans/7")).toMatchObject({ status: 404 });
  const call = fromPage(hub);
  expect(await call("GET", "/api/scans")).toMatchObject({ status: 401 });
  const headers = { authorization: "Bearer shk_wrong" };
  expect(await call("GET", "/api/scans", undefined, headers)).toMatchObject({ status: 401 });
  expect(await read()).toEqual({});

  const logIn = (body: object) => call("POST", "/api/session", body);
  expect(await logIn({ name: "Nobody", password: ownerPassword })).toMatchObject({ status: 401 });
  expect(await logIn({ password: "a wrong one" })).toMatchObject({ status: 401 });
  await call("POST", "/api/session/link", { code: "guessed" });
  expect(await read()).toEqual({ "login-wrong": 1, "password-wrong": 1, "login-link-used": 1 });
});
