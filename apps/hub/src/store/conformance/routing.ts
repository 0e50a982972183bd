import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DestinationRecord, RouteRecord } from "../forwarding.ts";
import type { Store } from "../store.ts";
import type { Subject } from "../testing/subject.ts";
import { toDestination, toRoute } from "./way.ts";

export function routingConformance(on: Subject): void {
  const destination = async (name: string) =>
    (await on.store.routing()).destinations.find((one) => one.name === name);
  const route = async (name: string) =>
    (await on.store.routing()).routes.find((one) => one.name === name);
  const names = async (part: "routes" | "destinations") =>
    (await on.store.routing())[part].map(({ name }) => name).sort();

  describe("destinations", () => {
    it("are added once, and come on", async () => {
      const given = toDestination("shop", {
        title: "The shop",
        kind: "mqtt",
        settings: { topic: "scans", headers: { a: "b" }, lines: ["1", "2"], retain: true, qos: 1 },
        secrets: { token: "sealed" },
        concurrency: 64,
        ordered: true,
        allowPrivate: true,
        origin: "file",
      });
      expect(await on.store.addDestination(given)).toBe(true);
      expect(await on.store.addDestination({ ...given, kind: "other" })).toBe(false);
      expect(await on.store.addDestination(toDestination("plain"))).toBe(true);
      const shop = await destination("shop");
      expect(shop).toStrictEqual({
        ...given,
        id: shop!.id,
        secrets: ["token"],
        state: "on",
        createdAt: on.now().toISOString(),
      } satisfies DestinationRecord);
      expect(Object.keys((await destination("plain"))!)).not.toContain("title");
      expect(await names("destinations")).toStrictEqual(["plain", "shop"]);
    });

    it("change in the parts that are named, and in no other", async () => {
      await on.store.addDestination(toDestination("shop", { title: "Shop", ordered: true }));
      const before = (await destination("shop"))!;
      expect(await on.store.changeDestination("shop", {})).toBe("changed");
      expect(await destination("shop")).toStrictEqual(before);
      await on.store.changeDestination("shop", { title: "", settings: { url: "other" } });
      const { title: _, ...untitled } = { ...before, settings: { url: "other" } };
      expect(await destination("shop")).toStrictEqual(untitled);
      const change = {
        kind: "mail",
        concurrency: 1,
        ordered: false,
        allowPrivate: true,
        origin: "file",
      } as const;
      await on.store.changeDestination("shop", change);
      expect(await destination("shop")).toStrictEqual({ ...untitled, ...change });
      expect(await on.store.changeDestination("other", { kind: "http" })).toBe(
        "no-such-destination",
      );
    });

    it("are held with a notice, that goes when the state is set again", async () => {
      await on.store.addDestination(toDestination("shop"));
      await on.store.changeDestination("shop", { state: "held", notice: "It is gone." });
      expect(await destination("shop")).toMatchObject({ state: "held", notice: "It is gone." });
      await on.store.changeDestination("shop", { title: "Shop" });
      expect(await destination("shop")).toMatchObject({ state: "held", notice: "It is gone." });
      await on.store.changeDestination("shop", { state: "dropping" });
      expect(await destination("shop")).toMatchObject({ state: "dropping" });
      expect(Object.keys((await destination("shop"))!)).not.toContain("notice");
    });

    it("have secrets that only destinationWithSecrets gives, each replaced or taken away by name", async () => {
      await on.store.addDestination(toDestination("shop", { secrets: { b: "B", a: "A" } }));
      const { id } = (await destination("shop"))!;
      const sealed = async () => (await on.store.destinationWithSecrets(id))?.sealed;
      expect(new Set((await destination("shop"))!.secrets)).toStrictEqual(new Set(["a", "b"]));
      expect(await sealed()).toStrictEqual({ a: "A", b: "B" });
      await on.store.changeDestination("shop", { secrets: { a: null, b: "new", c: "C", d: null } });
      expect(await sealed()).toStrictEqual({ b: "new", c: "C" });
      expect(new Set((await destination("shop"))!.secrets)).toStrictEqual(new Set(["b", "c"]));
      await on.store.removeDestination("shop");
      expect(await sealed()).toBe(undefined);
      expect(await on.store.destinationWithSecrets(4711)).toBe(undefined);
    });

    it("are given with their secrets as both are now, also what another process has just changed", async () => {
      const other = await on.place.open({ now: on.now });
      await on.store.addDestination(toDestination("shop", { secrets: { a: "A" } }));
      const before = (await destination("shop"))!;
      const both = { destination: before, sealed: { a: "A" } };
      expect(await on.store.destinationWithSecrets(before.id)).toStrictEqual(both);
      const settings = { url: "https://elsewhere.example/" };
      await other.changeDestination("shop", { settings, secrets: { a: "B", b: "C" } });
      expect(await on.store.destinationWithSecrets(before.id)).toStrictEqual({
        destination: { ...before, settings, secrets: ["a", "b"] },
        sealed: { a: "B", b: "C" },
      });
      await other.close();
    });

    it("change from what was seen only while their settings and secrets are still so", async () => {
      const other = await on.place.open({ now: on.now });
      await on.store.addDestination(toDestination("shop", { secrets: { a: "A" } }));
      const { id } = (await destination("shop"))!;
      const see = async () => (await on.store.destinationWithSecrets(id))!;
      const change = { title: "Mine", settings: { url: "mine" }, secrets: { b: "B" } };
      const deeds: (() => Promise<unknown>)[] = [
        () => other.changeDestination("shop", { settings: { url: "theirs" } }),
        () => other.changeDestination("shop", { secrets: { a: "other" } }),
        () => other.changeDestination("shop", { secrets: { c: "C" } }),
        () => other.changeDestination("shop", { secrets: { a: null } }),
        () => other.changeDestination("shop", { kind: "mail" }),
      ];
      for (const overtake of deeds) {
        const seen = await see();
        await overtake();
        const now = await see();
        expect(await on.store.changeDestination("shop", change, seen)).toBe("overtaken");
        expect(await see()).toStrictEqual(now);
      }
      const seen = await see();
      await other.changeDestination("shop", { concurrency: 9, state: "held" });
      expect(await on.store.changeDestination("shop", change, seen)).toBe("changed");
      expect(await see()).toMatchObject({
        destination: { title: "Mine", settings: { url: "mine" }, concurrency: 9, state: "held" },
        sealed: { b: "B", c: "C" },
      });
      const last = await see();
      await other.removeDestination("shop");
      expect(await on.store.changeDestination("shop", change, last)).toBe("no-such-destination");
      const { settings, kind } = last.destination;
      const again = toDestination("shop", { settings, kind, secrets: last.sealed });
      await other.addDestination(again);
      expect(await on.store.changeDestination("shop", change, last)).toBe("overtaken");
      await other.close();
    });

    it("lose nothing of changes that two processes make of what they saw at the same time", async () => {
      const stores = [on.store, await on.place.open({ now: on.now })];
      await on.store.addDestination(
        toDestination("shop", { settings: { count: 0 }, secrets: { a: "0" } }),
      );
      const { id } = (await destination("shop"))!;
      async function countUp(store: Store, titles: readonly string[]) {
        for (const title of titles) {
          for (let done = false; !done; ) {
            const seen = (await store.destinationWithSecrets(id))!;
            const count = Number(seen.destination.settings.count) + 1;
            const change = { title, settings: { count }, secrets: { a: `${count}` } };
            done = (await store.changeDestination("shop", change, seen)) === "changed";
          }
        }
      }
      await Promise.all(
        stores.flatMap((store) => ["1", "2"].map(() => countUp(store, ["one", "two", "three"]))),
      );
      expect(await on.store.destinationWithSecrets(id)).toMatchObject({
        destination: { settings: { count: 12 } },
        sealed: { a: "12" },
      });
      await stores[1]!.close();
    });

    it("are removed with their routes, and their names can be given again", async () => {
      for (const name of ["shop", "log"]) {
        await on.store.addDestination(toDestination(name, { secrets: { old: "sealed" } }));
        await on.store.addRoute(toRoute(name, { destination: name }));
      }
      const before = (await destination("shop"))!;
      expect(await on.store.removeDestination("shop")).toBe(true);
      expect(await on.store.removeDestination("shop")).toBe(false);
      expect(await names("destinations")).toStrictEqual(["log"]);
      expect(await names("routes")).toStrictEqual(["log"]);
      expect(await on.store.addDestination(toDestination("shop"))).toBe(true);
      expect(await on.store.addRoute(toRoute("shop"))).toBe("added");
      const again = (await destination("shop"))!;
      expect(again).toMatchObject({ state: "on", secrets: [] });
      expect(again.id).not.toBe(before.id);
    });
  });

  describe("routes", () => {
    it("are added once, to a destination that is there", async () => {
      await on.store.addDestination(toDestination("shop"));
      const given = toRoute("spools", {
        title: "Spools",
        inbox: "scans",
        filter: { source: "nfc", tagType: "openPrintTag", structured: { "material.name": "PLA*" } },
        shape: { format: "json", template: `{"content": {{ content | json }}}` },
        mode: "through",
        on: false,
        origin: "file",
      });
      expect(await on.store.addRoute(given)).toBe("added");
      expect(await on.store.addRoute({ ...given, mode: "stored" })).toBe("taken");
      expect(await on.store.addRoute(toRoute("x", { destination: "y" }))).toBe(
        "no-such-destination",
      );
      const spools = await route("spools");
      const createdAt = on.now().toISOString();
      expect(spools).toStrictEqual({ ...given, id: spools!.id, createdAt } satisfies RouteRecord);
    });

    it("change in the parts that are named, and in no other", async () => {
      for (const name of ["shop", "log"]) await on.store.addDestination(toDestination(name));
      await on.store.addRoute(toRoute("all", { title: "All", inbox: "scans" }));
      const before = (await route("all"))!;
      expect(await on.store.changeRoute("all", {})).toBe("changed");
      expect(await route("all")).toStrictEqual(before);
      expect(await on.store.changeRoute("all", { title: "", inbox: null })).toBe("changed");
      const { title: _, inbox: __, ...rest } = before;
      expect(await route("all")).toStrictEqual(rest);
      const change = {
        inbox: "gate",
        destination: "log",
        filter: { content: "*" },
        shape: { format: "text", template: "{{ content }}" },
        mode: "through",
        on: false,
        origin: "file",
      } as const;
      expect(await on.store.changeRoute("all", change)).toBe("changed");
      expect(await route("all")).toStrictEqual({ ...rest, ...change });
      expect(await on.store.changeRoute("none", {})).toBe("no-such-route");
      expect(await on.store.changeRoute("all", { destination: "none", on: true })).toBe(
        "no-such-destination",
      );
      expect(await route("all")).toStrictEqual({ ...rest, ...change });
    });

    it("are removed, and their names can be given again", async () => {
      await on.store.addDestination(toDestination("shop"));
      await on.store.addRoute(toRoute("all"));
      const before = (await route("all"))!;
      expect(await on.store.removeRoute("all")).toBe(true);
      expect(await on.store.removeRoute("all")).toBe(false);
      expect(await names("routes")).toStrictEqual([]);
      expect(await on.store.changeRoute("all", {})).toBe("no-such-route");
      expect(await on.store.addRoute(toRoute("all"))).toBe("added");
      expect((await route("all"))!.id).not.toBe(before.id);
    });
  });

  describe("routing", () => {
    it("is the same object until something changes, and another one then", async () => {
      const changes = [
        () => on.store.addDestination(toDestination("shop")),
        () => on.store.addRoute(toRoute("all")),
        () => on.store.changeRoute("all", { on: false }),
        () => on.store.changeDestination("shop", { secrets: { a: "A" } }),
        () => on.store.changeDestination("shop", { secrets: { a: null } }),
        () => on.store.removeRoute("all"),
        () => on.store.removeDestination("shop"),
      ];
      for (const change of changes) {
        const before = await on.store.routing();
        await on.append({ content: `${changes.indexOf(change)}` });
        expect(await on.store.routing()).toBe(before);
        await change();
        expect(await on.store.routing()).not.toBe(before);
      }
    });

    it("tells listeners of every change, until they stop", async () => {
      let told = 0;
      const stop = on.store.onRouting(() => {
        told += 1;
      });
      const changes = [
        () => on.store.addDestination(toDestination("shop")),
        () => on.store.addRoute(toRoute("all")),
        () => on.store.changeDestination("shop", { state: "held" }),
      ];
      for (const change of changes) {
        const before = told;
        await change();
        expect(told).toBeGreaterThan(before);
      }
      stop();
      const before = told;
      await on.store.removeRoute("all");
      expect(told).toBe(before);
    });

    it("shows what another process changed, and tells of it", async () => {
      const other = await on.place.open({ now: on.now });
      expect(await names("destinations")).toStrictEqual([]);
      const told = new Promise<void>((resolve) => on.store.onRouting(resolve));
      await other.addDestination(toDestination("shop"));
      await told;
      await expect.poll(() => names("destinations")).toStrictEqual(["shop"]);
      const toldAgain = new Promise<void>((resolve) => on.store.onRouting(resolve));
      await other.addRoute(toRoute("all"));
      await toldAgain;
      await expect.poll(() => names("routes")).toStrictEqual(["all"]);
      await other.close();
    });

    it("gives any text back as it came", async () => {
      const text = fc.string({ unit: "binary" }).map((one) => one.toWellFormed());
      const title = text.filter((one) => one !== "");
      let count = 0;
      await fc.assert(
        fc.asyncProperty(title, text, text, async (title, key, value) => {
          count += 1;
          const name = `nr-${count}`;
          const settings = { [`k${key}`]: value, list: [value], pairs: { [`k${key}`]: value } };
          const secrets = { [`k${key}`]: value };
          await on.store.addDestination(toDestination(name, { title, settings, secrets }));
          const kept = (await destination(name))!;
          expect(kept).toMatchObject({ title, settings, secrets: Object.keys(secrets) });
          expect((await on.store.destinationWithSecrets(kept.id))!.sealed).toStrictEqual(secrets);
          const filter = { content: value, structured: { [`k${key}`]: value } };
          const shape = { format: "text", template: value } as const;
          await on.store.addRoute(toRoute(name, { destination: name, title, filter, shape }));
          expect(await route(name)).toMatchObject({ title, filter, shape });
        }),
        { numRuns: 40 },
      );
    });
  });
}
