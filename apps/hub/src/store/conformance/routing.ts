import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DestinationRecord, RouteRecord } from "../routing.ts";
import type { Store } from "../store.ts";
import { toDestination, toRoute } from "../testing/routed-destinations.ts";
import type { Subject } from "../testing/subject.ts";

export function routingConformance(subject: Subject): void {
  const destination = async (name: string) =>
    (await subject.store.routing()).destinations.find((record) => record.name === name);
  const route = async (name: string) =>
    (await subject.store.routing()).routes.find((record) => record.name === name);
  const names = async (part: "routes" | "destinations") =>
    (await subject.store.routing())[part].map(({ name }) => name).sort();

  describe("destinations", () => {
    it('adds a destination once, in state "on"', async () => {
      const newDestination = toDestination("shop", {
        title: "The shop",
        kind: "mqtt",
        settings: { topic: "scans", headers: { a: "b" }, lines: ["1", "2"], retain: true, qos: 1 },
        secrets: { token: "sealed" },
        concurrency: 64,
        ordered: true,
        allowPrivate: true,
        origin: "file",
      });
      expect(await subject.store.addDestination(newDestination)).toBe(true);
      expect(await subject.store.addDestination({ ...newDestination, kind: "other" })).toBe(false);
      expect(await subject.store.addDestination(toDestination("plain"))).toBe(true);
      const shop = await destination("shop");
      expect(shop).toEqual({
        ...newDestination,
        id: shop!.id,
        secrets: ["token"],
        state: "on",
        createdAt: subject.now().toISOString(),
        revision: 1,
        changedAt: subject.now().toISOString(),
      } satisfies DestinationRecord);
      expect((await destination("plain"))!.title).toBeUndefined();
      expect(await names("destinations")).toStrictEqual(["plain", "shop"]);
    });

    it("changes only the given parts", async () => {
      await subject.store.addDestination(toDestination("shop", { title: "Shop", ordered: true }));
      const before = (await destination("shop"))!;
      expect(await subject.store.changeDestination("shop", {})).toBe("changed");
      expect(await destination("shop")).toStrictEqual(before);
      await subject.store.changeDestination("shop", { title: "", settings: { url: "other" } });
      const { title: _, ...untitled } = { ...before, settings: { url: "other" } };
      expect(await destination("shop")).toEqual({ ...untitled, revision: 2 });
      const change = {
        kind: "mail",
        concurrency: 1,
        ordered: false,
        allowPrivate: true,
        origin: "file",
      } as const;
      await subject.store.changeDestination("shop", change);
      expect(await destination("shop")).toEqual({ ...untitled, ...change, revision: 3 });
      expect(await subject.store.changeDestination("other", { kind: "http" })).toBe(
        "no-such-destination",
      );
    });

    it("keeps the notice of a held destination until its state is set again", async () => {
      await subject.store.addDestination(toDestination("shop"));
      await subject.store.changeDestination("shop", { state: "held", notice: "It is gone." });
      expect(await destination("shop")).toMatchObject({ state: "held", notice: "It is gone." });
      await subject.store.changeDestination("shop", { title: "Shop" });
      expect(await destination("shop")).toMatchObject({ state: "held", notice: "It is gone." });
      await subject.store.changeDestination("shop", { state: "dropping" });
      expect(await destination("shop")).toMatchObject({ state: "dropping" });
      expect((await destination("shop"))!.notice).toBeUndefined();
    });

    it("returns sealed secrets only from destinationWithSecrets, and replaces or removes each by name", async () => {
      await subject.store.addDestination(toDestination("shop", { secrets: { b: "B", a: "A" } }));
      const { id } = (await destination("shop"))!;
      const sealed = async () => (await subject.store.destinationWithSecrets(id))?.sealed;
      expect(new Set((await destination("shop"))!.secrets)).toStrictEqual(new Set(["a", "b"]));
      expect(await sealed()).toStrictEqual({ a: "A", b: "B" });
      await subject.store.changeDestination("shop", {
        secrets: { a: null, b: "new", c: "C", d: null },
      });
      expect(await sealed()).toStrictEqual({ b: "new", c: "C" });
      expect(new Set((await destination("shop"))!.secrets)).toStrictEqual(new Set(["b", "c"]));
      await subject.store.removeDestination("shop");
      expect(await sealed()).toBe(undefined);
      expect(await subject.store.destinationWithSecrets(4711)).toBe(undefined);
    });

    it("returns settings and secrets as of the same moment, even right after another process changed them", async () => {
      const otherStore = await subject.database.open({ now: subject.now });
      await subject.store.addDestination(toDestination("shop", { secrets: { a: "A" } }));
      const before = (await destination("shop"))!;
      const unchanged = { destination: before, sealed: { a: "A" } };
      expect(await subject.store.destinationWithSecrets(before.id)).toStrictEqual(unchanged);
      const settings = { url: "https://elsewhere.example/" };
      await otherStore.changeDestination("shop", { settings, secrets: { a: "B", b: "C" } });
      expect(await subject.store.destinationWithSecrets(before.id)).toStrictEqual({
        destination: { ...before, settings, secrets: ["a", "b"], revision: 2 },
        sealed: { a: "B", b: "C" },
      });
      await otherStore.close();
    });

    it("refuses a change that is based on outdated settings or secrets", async () => {
      const otherStore = await subject.database.open({ now: subject.now });
      await subject.store.addDestination(toDestination("shop", { secrets: { a: "A" } }));
      const { id } = (await destination("shop"))!;
      const readShop = async () => (await subject.store.destinationWithSecrets(id))!;
      const change = { title: "Mine", settings: { url: "mine" }, secrets: { b: "B" } };
      const concurrentChanges: (() => Promise<unknown>)[] = [
        () => otherStore.changeDestination("shop", { settings: { url: "theirs" } }),
        () => otherStore.changeDestination("shop", { secrets: { a: "other" } }),
        () => otherStore.changeDestination("shop", { secrets: { c: "C" } }),
        () => otherStore.changeDestination("shop", { secrets: { a: null } }),
        () => otherStore.changeDestination("shop", { kind: "mail" }),
      ];
      for (const changeConcurrently of concurrentChanges) {
        const basis = await readShop();
        await changeConcurrently();
        const current = await readShop();
        expect(await subject.store.changeDestination("shop", change, basis)).toBe("overtaken");
        expect(await readShop()).toStrictEqual(current);
      }
      const basis = await readShop();
      await otherStore.changeDestination("shop", { concurrency: 9, state: "held" });
      expect(await subject.store.changeDestination("shop", change, basis)).toBe("changed");
      expect(await readShop()).toMatchObject({
        destination: { title: "Mine", settings: { url: "mine" }, concurrency: 9, state: "held" },
        sealed: { b: "B", c: "C" },
      });
      const lastRead = await readShop();
      await otherStore.removeDestination("shop");
      expect(await subject.store.changeDestination("shop", change, lastRead)).toBe(
        "no-such-destination",
      );
      const { settings, kind } = lastRead.destination;
      const sameDestination = toDestination("shop", { settings, kind, secrets: lastRead.sealed });
      await otherStore.addDestination(sameDestination);
      expect(await subject.store.changeDestination("shop", change, lastRead)).toBe("overtaken");
      await otherStore.close();
    });

    it("loses no update when two processes change the same destination concurrently", async () => {
      const stores = [subject.store, await subject.database.open({ now: subject.now })];
      await subject.store.addDestination(
        toDestination("shop", { settings: { count: 0 }, secrets: { a: "0" } }),
      );
      const { id } = (await destination("shop"))!;
      async function countUp(store: Store, titles: readonly string[]) {
        for (const title of titles) {
          for (let isChanged = false; !isChanged; ) {
            const basis = (await store.destinationWithSecrets(id))!;
            const count = Number(basis.destination.settings.count) + 1;
            const change = { title, settings: { count }, secrets: { a: `${count}` } };
            isChanged = (await store.changeDestination("shop", change, basis)) === "changed";
          }
        }
      }
      await Promise.all(
        stores.flatMap((store) => ["1", "2"].map(() => countUp(store, ["one", "two", "three"]))),
      );
      expect(await subject.store.destinationWithSecrets(id)).toMatchObject({
        destination: { settings: { count: 12 } },
        sealed: { a: "12" },
      });
      await stores[1]!.close();
    });

    it("removes a destination with its routes and allows their names again", async () => {
      for (const name of ["shop", "log"]) {
        await subject.store.addDestination(toDestination(name, { secrets: { old: "sealed" } }));
        await subject.store.addRoute(toRoute(name, { destination: name }));
      }
      const before = (await destination("shop"))!;
      expect(await subject.store.removeDestination("shop")).toBe(true);
      expect(await subject.store.removeDestination("shop")).toBe(false);
      expect(await names("destinations")).toStrictEqual(["log"]);
      expect(await names("routes")).toStrictEqual(["log"]);
      expect(await subject.store.addDestination(toDestination("shop"))).toBe(true);
      expect(await subject.store.addRoute(toRoute("shop"))).toBe("added");
      const newShop = (await destination("shop"))!;
      expect(newShop).toMatchObject({ state: "on", secrets: [] });
      expect(newShop.id).not.toBe(before.id);
    });
  });

  describe("routes", () => {
    it("adds a route once, and only to an existing destination", async () => {
      await subject.store.addDestination(toDestination("shop"));
      const newRoute = toRoute("spools", {
        title: "Spools",
        inbox: "scans",
        filter: { source: "nfc", tagType: "openPrintTag", structured: { "material.name": "PLA*" } },
        shape: { format: "json", template: `{"content": {{ content | json }}}` },
        mode: "through",
        expiresMs: 30_000,
        oncePerMs: 5000,
        on: false,
        origin: "file",
      });
      expect(await subject.store.addRoute(newRoute)).toBe("added");
      expect(await subject.store.addRoute({ ...newRoute, mode: "stored" })).toBe("taken");
      expect(await subject.store.addRoute(toRoute("x", { destination: "y" }))).toBe(
        "no-such-destination",
      );
      const spools = await route("spools");
      const createdAt = subject.now().toISOString();
      expect(spools).toStrictEqual({
        ...newRoute,
        id: spools!.id,
        createdAt,
        revision: 1,
        changedAt: createdAt,
      } satisfies RouteRecord);
    });

    it("changes only the given parts", async () => {
      for (const name of ["shop", "log"]) await subject.store.addDestination(toDestination(name));
      await subject.store.addRoute(toRoute("all", { title: "All", inbox: "scans" }));
      const before = (await route("all"))!;
      expect(await subject.store.changeRoute("all", {})).toBe("changed");
      expect(await route("all")).toStrictEqual(before);
      expect(await subject.store.changeRoute("all", { title: "", inbox: null })).toBe("changed");
      const { title: _, inbox: __, ...rest } = before;
      expect(await route("all")).toEqual({ ...rest, revision: 2 });
      const change = {
        inbox: "gate",
        destination: "log",
        filter: { content: "*" },
        shape: { format: "text", template: "{{ content }}" },
        mode: "through",
        on: false,
        origin: "file",
      } as const;
      expect(await subject.store.changeRoute("all", change)).toBe("changed");
      expect(await route("all")).toEqual({ ...rest, ...change, revision: 3 });
      expect(await subject.store.changeRoute("none", {})).toBe("no-such-route");
      expect(await subject.store.changeRoute("all", { destination: "none", on: true })).toBe(
        "no-such-destination",
      );
      expect(await route("all")).toEqual({ ...rest, ...change, revision: 3 });
    });

    it("removes a route and allows its name again", async () => {
      await subject.store.addDestination(toDestination("shop"));
      await subject.store.addRoute(toRoute("all"));
      const before = (await route("all"))!;
      expect(await subject.store.removeRoute("all")).toBe(true);
      expect(await subject.store.removeRoute("all")).toBe(false);
      expect(await names("routes")).toStrictEqual([]);
      expect(await subject.store.changeRoute("all", {})).toBe("no-such-route");
      expect(await subject.store.addRoute(toRoute("all"))).toBe("added");
      expect((await route("all"))!.id).not.toBe(before.id);
    });
  });

  describe("routing", () => {
    it("returns the same routing object until something changes", async () => {
      const changes = [
        () => subject.store.addDestination(toDestination("shop")),
        () => subject.store.addRoute(toRoute("all")),
        () => subject.store.changeRoute("all", { on: false }),
        () => subject.store.changeDestination("shop", { secrets: { a: "A" } }),
        () => subject.store.changeDestination("shop", { secrets: { a: null } }),
        () => subject.store.removeRoute("all"),
        () => subject.store.removeDestination("shop"),
      ];
      for (const change of changes) {
        const before = await subject.store.routing();
        await subject.append({ content: `${changes.indexOf(change)}` });
        expect(await subject.store.routing()).toBe(before);
        await change();
        expect(await subject.store.routing()).not.toBe(before);
      }
    });

    it("calls routing listeners for every change, until they are removed", async () => {
      let calls = 0;
      const stop = subject.store.onRouting(() => {
        calls += 1;
      });
      const changes = [
        () => subject.store.addDestination(toDestination("shop")),
        () => subject.store.addRoute(toRoute("all")),
        () => subject.store.changeDestination("shop", { state: "held" }),
      ];
      for (const change of changes) {
        const before = calls;
        await change();
        expect(calls).toBeGreaterThan(before);
      }
      stop();
      const before = calls;
      await subject.store.removeRoute("all");
      expect(calls).toBe(before);
    });

    it("shows changes by another process and calls the routing listeners for them", async () => {
      const otherStore = await subject.database.open({ now: subject.now });
      expect(await names("destinations")).toStrictEqual([]);
      const firstCall = new Promise<void>((resolve) => subject.store.onRouting(resolve));
      await otherStore.addDestination(toDestination("shop"));
      await firstCall;
      await expect.poll(() => names("destinations")).toStrictEqual(["shop"]);
      const secondCall = new Promise<void>((resolve) => subject.store.onRouting(resolve));
      await otherStore.addRoute(toRoute("all"));
      await secondCall;
      await expect.poll(() => names("routes")).toStrictEqual(["all"]);
      await otherStore.close();
    });

    it("returns any text of destinations and routes unchanged", async () => {
      const text = fc.string({ unit: "binary" }).map((value) => value.toWellFormed());
      const title = text.filter((value) => value !== "");
      let count = 0;
      await fc.assert(
        fc.asyncProperty(title, text, text, async (title, key, value) => {
          count += 1;
          const name = `nr-${count}`;
          const settings = { [`k${key}`]: value, list: [value], pairs: { [`k${key}`]: value } };
          const secrets = { [`k${key}`]: value };
          await subject.store.addDestination(toDestination(name, { title, settings, secrets }));
          const stored = (await destination(name))!;
          expect(stored).toMatchObject({ title, settings, secrets: Object.keys(secrets) });
          expect((await subject.store.destinationWithSecrets(stored.id))!.sealed).toStrictEqual(
            secrets,
          );
          const filter = { content: value, structured: { [`k${key}`]: value } };
          const shape = { format: "text", template: value } as const;
          await subject.store.addRoute(toRoute(name, { destination: name, title, filter, shape }));
          expect(await route(name)).toMatchObject({ title, filter, shape });
        }),
        { numRuns: 40 },
      );
    });
  });
}
