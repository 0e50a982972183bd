import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { createDestinationLabels } from "../forwarding/destination-labels.ts";
import { defaultAlertSettings } from "../store/alerts.ts";
import { writeBackupNote } from "../store/backup-note.ts";
import { measureAlerts } from "./metrics.ts";
import { openWatchedHub } from "./testing/watched-hub.ts";

const gib = 2 ** 30;

async function openMeasuredHub(parts: Partial<Parameters<typeof measureAlerts>[1]> = {}) {
  const hub = await openWatchedHub();
  const registry = new Registry();
  const { store, dataDir } = hub;
  const labels = createDestinationLabels();
  measureAlerts(registry, { store, labels, dataDir, makesBackups: true, ...parts });
  const lines = async () => (await registry.metrics()).split("\n");
  return { hub, lines, [Symbol.asyncDispose]: () => hub[Symbol.asyncDispose]() };
}

test("a destination is in the state that the store notes, and in that of its switch", async () => {
  await using measured = await openMeasuredHub();
  const { hub, lines } = measured;
  for (const name of ["well", "down", "paused", "off"]) await hub.addPhone(name);
  const { destinations } = await hub.store.routing();
  const { id } = destinations.find(({ name }) => name === "down")!;
  const subject = `destination:${id}`;
  await hub.store.noteAlertState({ subject, state: "failing", detail: {} });
  await hub.store.changeDestination("paused", { state: "held" });
  await hub.store.changeDestination("off", { state: "dropping" });
  const served = (await lines()).filter((line) => line.endsWith(" 1"));
  expect(served).toEqual([
    'scanhook_destination_state{destination="down",state="failing"} 1',
    'scanhook_destination_state{destination="off",state="dropping"} 1',
    'scanhook_destination_state{destination="paused",state="held"} 1',
    'scanhook_destination_state{destination="well",state="ok"} 1',
  ]);
  expect(await lines()).toContain(
    'scanhook_destination_state{destination="down",state="stopped"} 0',
  );
  await hub.store.removeDestination("down");
  expect((await lines()).join("\n")).not.toContain('"down"');
});

test("the disk is measured at each scrape, with the limit of the settings", async () => {
  const space = { free: 3 * gib, total: 100 * gib };
  await using measured = await openMeasuredHub({ measureDisk: async () => ({ ...space }) });
  const { hub, lines } = measured;
  expect(await lines()).toEqual(
    expect.arrayContaining([
      `scanhook_disk_free_bytes ${3 * gib}`,
      `scanhook_disk_size_bytes ${100 * gib}`,
      `scanhook_disk_free_limit_bytes ${5 * gib}`,
    ]),
  );
  space.free = 2 * gib;
  const settings = { ...defaultAlertSettings, diskPercent: 0, diskGiB: 10 };
  await hub.store.setAlertSettings(settings, "dashboard");
  expect(await lines()).toEqual(
    expect.arrayContaining([
      `scanhook_disk_free_bytes ${2 * gib}`,
      `scanhook_disk_free_limit_bytes ${10 * gib}`,
    ]),
  );
});

test("the time of the last backup is 0 until there is one, and missing on PostgreSQL", async () => {
  await using measured = await openMeasuredHub();
  const { hub, lines } = measured;
  expect(await lines()).toContain("scanhook_last_backup_timestamp_seconds 0");
  expect(await lines()).toContain(`scanhook_backup_age_limit_seconds ${7 * 86_400}`);
  await writeBackupNote(hub.dataDir, "2026-11-22T14:03:11.000Z");
  expect(await lines()).toContain("scanhook_last_backup_timestamp_seconds 1795356191");

  await using onPostgres = await openMeasuredHub({ makesBackups: false });
  expect((await onPostgres.lines()).join("\n")).not.toContain("backup");
});
