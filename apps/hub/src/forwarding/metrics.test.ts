import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { startReceiver } from "../testing/receiver.ts";
import { createDestinationLabels } from "./destination-labels.ts";
import { measureForwarding } from "./metrics.ts";
import { openTestForwarding } from "./testing/forwarding.ts";

test("the metrics count deliveries, attempts, times, slots and circuit of each destination until it is removed", async () => {
  await using hub = await openTestForwarding();
  await using up = await startReceiver();
  await using down = await startReceiver(() => 500);
  await hub.addHttp("up", up.url);
  await hub.addHttp("down", down.url, { concurrency: 1 });
  const registry = new Registry();
  // The pause outlasts the test even on a slow machine, so that no probe is counted.
  const forwarder = hub.start({ nextWait: () => 10, firstPauseMs: 300_000 });
  const labels = createDestinationLabels();
  const parts = { store: hub.store, slots: forwarder.slots, labels };
  forwarder.onAttempt(measureForwarding(registry, parts));
  for (let index = 0; index < 6; index++) await hub.scan(`scan ${index}`);
  const lines = async () => (await registry.metrics()).split("\n");
  for (const line of [
    'scanhook_deliveries{destination="up",state="accepted"} 6',
    'scanhook_deliveries{destination="up",state="delivered"} 6',
    'scanhook_deliveries{destination="down",state="pending"} 6',
    'scanhook_delivery_attempts_total{destination="up",outcome="delivered"} 6',
    'scanhook_delivery_attempts_total{destination="down",outcome="pending"} 5',
    'scanhook_delivery_attempt_seconds_count{destination="down"} 5',
    'scanhook_delivery_seconds_count{destination="up"} 6',
    'scanhook_delivery_slots_in_use{destination="up"} 0',
    'scanhook_delivery_oldest_pending_seconds{destination="up"} 0',
    'scanhook_destinations_left_alone{destination="up"} 0',
    'scanhook_destinations_left_alone{destination="down"} 1',
  ]) {
    await expect.poll(lines).toContain(line);
  }
  const oldest = (await lines()).find((line) =>
    line.includes('pending_seconds{destination="down"'),
  );
  expect(Number(oldest?.split(" ")[1])).toBeGreaterThan(0);
  await hub.store.removeDestination("down");
  await expect.poll(async () => (await lines()).join("\n")).not.toContain('"down"');
});

test("a scrape reads the counts once, and the number of its series is limited", async () => {
  const registry = new Registry();
  const names = Array.from({ length: 300 }, (_, n) => `d${n}`);
  const states = { accepted: 5, delivered: 1, dead: 1, pending: 0, dropped: 3 };
  const count = { ...states, expired: 1, repeated: 2, deliveredTotal: 1 };
  let reads = 0;
  const store = {
    async deliveryCounts() {
      reads += 1;
      return names.map((destination) => ({ destination, ...count }));
    },
  };
  const labels = createDestinationLabels();
  const onAttempt = measureForwarding(registry, { store, slots: () => [], labels });
  for (const destination of names) {
    onAttempt({ destination, outcome: "delivered", durationSeconds: 0.1, ageSeconds: 0.2 });
  }
  const text = await registry.metrics();
  expect(reads).toBe(1);
  await registry.metrics();
  expect(reads).toBe(2);
  expect(text).toContain('scanhook_deliveries{destination="(others)",state="accepted"} 500');
  expect(text).toContain('attempts_total{destination="(others)",outcome="delivered"} 100');
  expect(text).toContain('deliveries_dropped{destination="d0",reason="repeated"} 2');
  expect(text.match(/scanhook_deliveries\{.*state="accepted"/g)).toHaveLength(201);
});
