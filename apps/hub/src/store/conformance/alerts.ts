import { describe, expect, it } from "vitest";
import { defaultAlertSettings } from "../alerts.ts";
import type { Subject } from "../testing/subject.ts";

export function alertsConformance(subject: Subject): void {
  const leaseMs = 60_000;
  const note = (state: string, options: { from?: string; afterMs?: number } = {}) =>
    subject.store.noteAlertState({ subject: "disk", state, detail: { free: 7 }, ...options });
  const claimStates = async () =>
    (await subject.store.claimAlerts(leaseMs)).map(({ state }) => state);

  describe("alerts", () => {
    it("returns the default settings until others are set, and then those", async () => {
      expect(await subject.store.alertSettings()).toStrictEqual({
        ...defaultAlertSettings,
        origin: "dashboard",
        revision: 1,
      });
      const settings = { ...defaultAlertSettings, destinations: ["phone", "mail"], backupDays: 3 };
      await subject.store.setAlertSettings(settings, "file");
      expect(await subject.store.alertSettings()).toStrictEqual({
        ...settings,
        origin: "file",
        revision: 2,
        changedAt: subject.now().toISOString(),
      });
      await subject.store.setAlertSettings({ ...settings, destinations: [] }, "dashboard");
      expect(await subject.store.alertSettings()).toMatchObject({ destinations: [] });
    });

    it("replaces settings from a revision only while they have it", async () => {
      const set = (backupDays: number, revision?: number) =>
        subject.store.setAlertSettings(
          { ...defaultAlertSettings, backupDays },
          "dashboard",
          revision,
        );
      expect(await set(1, 1)).toBe("changed");
      expect(await set(2, 1)).toBe("changed-meanwhile");
      expect(await subject.store.alertSettings()).toMatchObject({ backupDays: 1, revision: 2 });
      expect(await set(2, 2)).toBe("changed");
      expect(await set(3)).toBe("changed");
      expect(await subject.store.alertSettings()).toMatchObject({ backupDays: 3, revision: 4 });
    });

    it("tells a state once, until it changes, also to a process that opens later", async () => {
      await note("ok");
      expect(await subject.store.alerts()).toStrictEqual([]);
      await note("low");
      const since = subject.now().toISOString();
      const record = { subject: "disk", state: "low", told: "ok", detail: { free: 7 }, since };
      expect(await subject.store.claimAlerts(leaseMs)).toStrictEqual([record]);
      await subject.store.recordAlertTold("disk", "low");
      subject.time += leaseMs;
      await note("low");
      expect(await claimStates()).toStrictEqual([]);
      const laterStore = await subject.database.open({ now: subject.now });
      expect(await laterStore.claimAlerts(leaseMs)).toStrictEqual([]);
      expect(await laterStore.alerts()).toStrictEqual([{ ...record, told: "low" }]);
      await laterStore.close();
      await note("ok");
      expect(await claimStates()).toStrictEqual(["ok"]);
    });

    it("gives a due alert to one of several processes, and to another when that one falls silent", async () => {
      await note("low");
      const otherStore = await subject.database.open({ now: subject.now });
      const claims = await Promise.all(
        [subject.store, otherStore, subject.store].map((store) => store.claimAlerts(leaseMs)),
      );
      expect(claims.flat()).toHaveLength(1);
      subject.time += leaseMs;
      expect(await otherStore.claimAlerts(leaseMs)).toHaveLength(1);
      await otherStore.close();
    });

    it("tells nothing of a problem that ends before its time, or before it was told", async () => {
      await note("low", { afterMs: 1000 });
      expect(await claimStates()).toStrictEqual([]);
      await note("ok");
      subject.time += 1000;
      expect(await claimStates()).toStrictEqual([]);
      await note("low", { afterMs: 1000 });
      subject.time += 1000;
      expect(await claimStates()).toStrictEqual(["low"]);
    });

    it("tells a change that happened while the state before it was being told", async () => {
      await note("low");
      expect(await claimStates()).toStrictEqual(["low"]);
      await note("ok");
      await subject.store.recordAlertTold("disk", "low");
      expect(await claimStates()).toStrictEqual(["ok"]);
    });

    it("tells a change once, whether another process tells it before or after the one before is recorded", async () => {
      const otherStore = await subject.database.open({ now: subject.now });
      const claimOther = async () => (await otherStore.claimAlerts(leaseMs)).map((r) => r.state);
      for (const isOtherFirst of [true, false]) {
        await note("low");
        expect(await claimStates()).toStrictEqual(["low"]);
        await note("ok");
        // Until the first state is recorded as told, the second state equals the one told before.
        await note("paused");
        expect(await claimOther()).toStrictEqual(["paused"]);
        if (isOtherFirst) await otherStore.recordAlertTold("disk", "paused");
        await subject.store.recordAlertTold("disk", "low");
        expect(await claimStates()).toStrictEqual([]);
        if (!isOtherFirst) await otherStore.recordAlertTold("disk", "paused");
        expect(await claimStates()).toStrictEqual([]);
        expect(await subject.store.alerts()).toMatchObject([{ state: "paused", told: "paused" }]);
        await note("ok");
        expect(await claimStates()).toStrictEqual(["ok"]);
        await subject.store.recordAlertTold("disk", "ok");
      }
      await otherStore.close();
    });

    it("changes a state only from the named one", async () => {
      await note("ok", { from: "low" });
      await note("low", { from: "paused" });
      expect(await subject.store.alerts()).toStrictEqual([]);
      await note("low", { from: "ok" });
      await note("paused", { from: "ok" });
      expect(await subject.store.alerts()).toMatchObject([{ state: "low" }]);
    });

    it("keeps a postponed alert back until its time", async () => {
      await note("low");
      await claimStates();
      await subject.store.postponeAlert("disk", 5000);
      subject.time += 4999;
      expect(await claimStates()).toStrictEqual([]);
      subject.time += 1;
      expect(await claimStates()).toStrictEqual(["low"]);
    });

    it("forgets subjects that are removed, and those with a prefix that fell silent", async () => {
      for (const name of ["disk:one", "disk:two", "backup", "destination:1"])
        await subject.store.noteAlertState({ subject: name, state: "low", detail: {} });
      await subject.store.removeAlerts(["destination:1", "unknown"]);
      subject.time += 1000;
      await subject.store.noteAlertState({ subject: "disk:two", state: "low", detail: {} });
      subject.time += 1;
      await subject.store.removeSilentAlerts("disk:", 1000);
      const subjects = (await subject.store.alerts()).map((record) => record.subject);
      expect(subjects).toStrictEqual(["backup", "disk:two"]);
    });
  });
}
