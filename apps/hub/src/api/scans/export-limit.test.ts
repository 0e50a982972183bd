import { expect, test } from "vitest";
import { asOwner, postScan, readJson, startTestHub } from "../../testing/test-hub.ts";

test("a fifth export at the same time is told to wait, until another one ends", async () => {
  await using hub = await startTestHub();
  const owner = await asOwner(hub);
  await owner("POST", "/api/inboxes", { name: "door", open: true });
  // More text than the buffers of a connection hold, so that an export that nobody reads keeps
  // running.
  const content = "x".repeat(900_000);
  for (let n = 0; n < 30; n++) expect((await postScan(hub, { content })).status).toBe(204);

  const exportAll = () => owner("GET", "/api/scans/export?format=jsonl");
  const running = [await exportAll(), await exportAll(), await exportAll(), await exportAll()];
  expect(running.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const refused = await exportAll();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await readJson(refused)).toMatchObject({
    error: { code: "too-many-exports", message: expect.stringContaining("try again") },
  });

  await running.pop()!.body!.cancel();
  const retry = async () => {
    const response = await exportAll();
    if (response.status === 200) running.push(response);
    else await response.body?.cancel();
    return response.status;
  };
  await expect.poll(retry).toBe(200);
  const [first, ...others] = running;
  expect((await first!.text()).trimEnd().split("\n")).toHaveLength(30);
  for (const { body } of others) await body!.cancel();
});
