import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { expect, test } from "vitest";
import { openDevice } from "./browser.ts";
import { api, browser, hub, useDoor } from "./door.ts";
import { addGuestList, typeCode, verdictOf } from "./guest-list.ts";
import { setReceiver, startScanning } from "./phone.ts";

// Chromium posts again by itself when a connection that was used before breaks before the response
// (`HttpNetworkTransaction::ShouldResendRequest`). Nothing tells the page.
useDoor();

/** Starts a way to the hub that resets the connection instead of the first response to a scan. */
async function startBreakingProxy() {
  let posts = 0;
  const { port } = new URL(hub.base);
  const server = createServer((client) => {
    const toHub = connect(Number(port), "127.0.0.1");
    let isLost = false;
    client.on("data", (data) => {
      const text = data.toString("latin1");
      if (/^POST \/in\//.test(text) && /\r\nauthorization:/i.test(text)) {
        posts += 1;
        isLost = posts === 1;
      }
      toHub.write(data);
    });
    toHub.on("data", (data) => {
      if (isLost) client.resetAndDestroy();
      else client.write(data);
    });
    for (const [socket, other] of [
      [client, toHub],
      [toHub, client],
    ] as const) {
      socket.on("error", () => {});
      socket.on("close", () => other.destroy());
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    base: `http://localhost:${(server.address() as AddressInfo).port}`,
    countPosts: () => posts,
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}

test("a scan that the browser itself posts twice is one scan, with the first verdict", async () => {
  await addGuestList(api, "gate");
  const user = { user: "north", password: "north-door-1" };
  await api("POST", "/api/inboxes/gate/credentials", user);
  await using proxy = await startBreakingProxy();
  const { page, context, errors } = await openDevice(browser);
  const shown = { ...hub, base: proxy.base };
  await setReceiver(page, shown, { url: `${proxy.base}/in/gate`, ...user });
  await startScanning(page, shown);
  // The camera sees the first ticket. Its response is lost, and the second one is not asked for.
  await verdictOf(page, "yes").getByText("Ada Lovelace", { exact: true }).waitFor();
  expect(proxy.countPosts()).toBe(2);
  const { scans } = await api<{ scans: { content: string; repeats: number }[] }>(
    "GET",
    "/api/scans?inbox=gate",
  );
  expect(scans).toMatchObject([{ content: "T-0001", repeats: 1 }]);
  const { movements } = await api<{ movements: { code: string }[] }>(
    "GET",
    "/api/registers/gate/movements",
  );
  expect(movements.map(({ code }) => code)).toEqual(["checked-in"]);
  await page.getByRole("button", { name: "Scan next" }).click();
  await typeCode(page, "T-0002");
  await verdictOf(page, "yes").getByText("Grace Hopper", { exact: true }).waitFor();
  expect(errors).toEqual([]);
  await context.close();
});
