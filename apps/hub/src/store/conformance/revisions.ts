import { describe, expect, it } from "vitest";
import { toDestination, toRoute } from "../testing/routed-destinations.ts";
import type { Subject } from "../testing/subject.ts";

type Revised = { revision: number; changedAt?: string };

export function revisionConformance(subject: Subject): void {
  const kinds = {
    inbox: {
      add: () => subject.store.addInbox({ name: "shop", open: true }),
      find: async () => (await subject.store.inboxes()).find(({ name }) => name === "shop"),
      rename: (title: string, revision?: number) =>
        subject.store.changeInbox("shop", { title, ...(revision && { revision }) }),
    },
    destination: {
      add: () => subject.store.addDestination(toDestination("shop")),
      find: async () =>
        (await subject.store.routing()).destinations.find(({ name }) => name === "shop"),
      rename: (title: string, revision?: number) =>
        subject.store.changeDestination("shop", { title, ...(revision && { revision }) }),
    },
    route: {
      add: async () => {
        await subject.store.addDestination(toDestination("shop"));
        await subject.store.addRoute(toRoute("all"));
      },
      find: async () => (await subject.store.routing()).routes.find(({ name }) => name === "all"),
      rename: (title: string, revision?: number) =>
        subject.store.changeRoute("all", { title, ...(revision && { revision }) }),
    },
  };

  describe("revisions", () => {
    it.each(["inbox", "destination", "route"] as const)(
      "refuse an edit of the %s that starts from an older revision, and change nothing",
      async (kind) => {
        const { add, find, rename } = kinds[kind];
        await add();
        const readRevision = async () => {
          const { revision, changedAt } = (await find()) as Revised;
          return { revision, changedAt };
        };
        const createdAt = subject.now().toISOString();
        expect(await readRevision()).toStrictEqual({ revision: 1, changedAt: createdAt });
        subject.time += 1000;
        const changedAt = subject.now().toISOString();
        expect(await rename("first", 1)).toBe("changed");
        expect(await readRevision()).toStrictEqual({ revision: 2, changedAt });
        subject.time += 1000;
        expect(await rename("second", 1)).toBe("changed-meanwhile");
        expect(await find()).toMatchObject({ title: "first", revision: 2, changedAt });
        expect(await rename("third")).toBe("changed");
        expect(await rename("fourth", 3)).toBe("changed");
        expect(await find()).toMatchObject({ title: "fourth", revision: 4 });
      },
    );

    it("count no change of the state of a destination, and every new secret", async () => {
      await subject.store.addDestination(toDestination("shop"));
      await subject.store.changeDestination("shop", { state: "held", notice: "gone" });
      expect(await kinds.destination.find()).toMatchObject({ revision: 1 });
      await subject.store.changeDestination("shop", { secrets: { token: "sealed" } });
      expect(await kinds.destination.find()).toMatchObject({ revision: 2 });
    });

    it("refuse to name or unname a tag that somebody else has named meanwhile", async () => {
      const { store } = subject;
      expect(await store.nameTag("04:01", "Drill", 1)).toMatchObject({
        name: "Drill",
        revision: 2,
        changedAt: subject.now().toISOString(),
      });
      expect(await store.nameTag("04:01", "Saw", 1)).toBe("changed-meanwhile");
      expect(await store.unnameTag("04:01", 1)).toBe("changed-meanwhile");
      expect(await store.tag("04:01")).toMatchObject({ name: "Drill", revision: 2 });
      await subject.append({ source: "nfc", tag: "04:01", identifier: "04:01" });
      expect(await store.unnameTag("04:01", 2)).toBe("removed");
      expect(await store.tag("04:01")).toMatchObject({ revision: 3, scans: 1 });
      expect(await store.nameTag("04:01", "Saw", 3)).toMatchObject({ revision: 4 });
    });
  });
}
