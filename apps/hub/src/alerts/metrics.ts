import { Gauge, type Registry } from "prom-client";
import type { DestinationLabels } from "../forwarding/destination-labels.ts";
import type { AlertStore } from "../store/alerts.ts";
import { readBackupNote } from "../store/backup-note.ts";
import type { ForwardingStore } from "../store/store.ts";
import { destinationStates, findDestinationState } from "./destination-watch.ts";
import { type DiskSpace, findMinFreeBytes, measureDisk } from "./disk-watch.ts";
import { toDestinationSubject } from "./subjects.ts";

const daySeconds = 86_400;

/**
 * Registers what the hub's own alerts watch, with the limits of their settings: the states of
 * destinations, the disk of `dataDir` and, if `makesBackups`, the last backup.
 */
export function measureAlerts(
  registry: Registry,
  parts: {
    store: Pick<AlertStore, "alerts" | "alertSettings"> & Pick<ForwardingStore, "routing">;
    labels: DestinationLabels;
    dataDir: string;
    /** False on PostgreSQL, whose own tools back it up. */
    makesBackups: boolean;
    measureDisk?: typeof measureDisk;
  },
): void {
  measureDestinations(registry, parts);
  measureSpace(registry, parts);
  if (parts.makesBackups) measureBackups(registry, parts);
}

type Parts = Parameters<typeof measureAlerts>[1];

function measureDestinations(registry: Registry, { store, labels }: Parts): void {
  new Gauge({
    name: "scanhook_destination_state",
    help: "1 for the state that a destination is in, 0 for the others: ok, failing (its last five attempts failed), stopped (the hub switched it off), held (a person paused it), dropping (a person switched it off).",
    labelNames: ["destination", "state"],
    registers: [registry],
    async collect() {
      const records = await store.alerts();
      const { destinations } = await store.routing();
      const notedStates = new Map(records.map(({ subject, state }) => [subject, state]));
      this.reset();
      for (const record of destinations) {
        const destination = labels.toLabel(record.name);
        const current = findDestinationState(
          record,
          notedStates.get(toDestinationSubject(record.id)),
        );
        for (const state of destinationStates)
          this.inc({ destination, state }, state === current ? 1 : 0);
      }
    },
  });
}

function measureSpace(registry: Registry, parts: Parts): void {
  const measure = parts.measureDisk ?? measureDisk;
  const add = (name: string, help: string, read: (space: DiskSpace) => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await read(await measure(parts.dataDir)));
      },
    });
  add(
    "scanhook_disk_size_bytes",
    "Size of the disk with the data folder of this hub.",
    ({ total }) => total,
  );
  add(
    "scanhook_disk_free_bytes",
    "Bytes of that disk that the hub may still use.",
    ({ free }) => free,
  );
  add(
    "scanhook_disk_free_limit_bytes",
    "Free bytes below which that disk counts as nearly full, by the settings of alerts.",
    async ({ total }) => findMinFreeBytes(total, await parts.store.alertSettings()),
  );
}

function measureBackups(registry: Registry, { store, dataDir }: Parts): void {
  const registers = [registry];
  new Gauge({
    name: "scanhook_last_backup_timestamp_seconds",
    help: "When the last backup was made, in Unix time; 0 if none was. Not on PostgreSQL.",
    registers,
    async collect() {
      this.set(((await readBackupNote(dataDir))?.getTime() ?? 0) / 1000);
    },
  });
  new Gauge({
    name: "scanhook_backup_age_limit_seconds",
    help: "Age from which the last backup counts as old, by the settings of alerts; 0: never. Not on PostgreSQL.",
    registers,
    async collect() {
      this.set((await store.alertSettings()).backupDays * daySeconds);
    },
  });
}
