import { beforeEach, describe, expect, it } from "vitest";
import { createGala } from "../testing/gala.ts";
import type { Subject } from "../testing/subject.ts";

export function displaysConformance(subject: Subject): void {
  const { find, scan, open } = createGala(subject);

  const add = async (hash: string, door?: string) => {
    const { id } = await find();
    const display = { hash, names: false, ...(door !== undefined && { door }) };
    const added = await subject.store.addDisplay(id, display);
    if (added === "no-such-register") throw new Error(added);
    return added;
  };

  describe("displays", () => {
    beforeEach(open);

    it("show the counts and the last movement of all doors, or of one", async () => {
      await subject.store.changeRegister("gala", { title: "Gala", rules: { capacity: 5 } });
      await add("all");
      await add("south", "south");
      expect(await subject.store.viewDisplay("all")).toEqual({
        ...{ register: "gala", kind: "check-in", title: "Gala", names: false },
        ...{ inside: 0, capacity: 5 },
      });
      await scan("T-1", "south");
      const { movement } = await scan("T-9", "north");
      expect(await subject.store.viewDisplay("all")).toMatchObject({
        inside: 1,
        last: { id: movement, door: "north", verdict: { result: "no", code: "unknown" } },
      });
      expect(await subject.store.viewDisplay("south")).toMatchObject({
        ...{ door: "south", inside: 1 },
        last: { door: "south", verdict: { code: "checked-in", title: "Ada Lovelace" } },
      });
    });

    it("of a stock count no guests", async () => {
      await subject.store.addRegister({ name: "parts", kind: "stock", rules: {} });
      const { id } = (await subject.store.registers()).find(({ name }) => name === "parts")!;
      await subject.store.addDisplay(id, { hash: "stock", names: false });
      expect(await subject.store.viewDisplay("stock")).toEqual({
        ...{ register: "parts", kind: "stock", names: false },
      });
    });

    it("are listed without their links, and removed one by one", async () => {
      const { id } = await find();
      const first = await add("first", "north");
      const second = await add("second");
      expect(first).toStrictEqual({
        ...{ id: expect.any(Number), door: "north", names: false },
        createdAt: subject.now().toISOString(),
      });
      expect(await subject.store.displays(id)).toStrictEqual([first, second]);
      expect(await subject.store.removeDisplay(id + 1, first.id)).toBe(false);
      expect(await subject.store.removeDisplay(id, first.id)).toBe(true);
      expect(await subject.store.removeDisplay(id, first.id)).toBe(false);
      expect(await subject.store.viewDisplay("first")).toBeUndefined();
      expect(await subject.store.displays(id)).toStrictEqual([second]);
      expect(await subject.store.addDisplay(id + 1, { hash: "third", names: true })).toBe(
        "no-such-register",
      );
    });

    it("name nobody once the register is emptied, and end with it", async () => {
      await add("all");
      await scan("T-1");
      await subject.store.emptyRegister((await find()).id);
      const view = (await subject.store.viewDisplay("all"))!;
      expect(view.last!.code).toBe("checked-in");
      expect(JSON.stringify(view)).not.toContain("Ada");
      await subject.store.removeRegister("gala");
      expect(await subject.store.viewDisplay("all")).toBeUndefined();
    });
  });
}
