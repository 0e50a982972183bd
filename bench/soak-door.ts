// The door of bench/soak: a check-in whose register is replaced every two minutes, as after an
// evening, so that its journal stays bounded. Known guests come and go, and some codes are unknown.
import { verdictType } from "@scanhook/webhook";
import { toCode, toList } from "./registers-guests.ts";
import { callApi, type HubAccess } from "./soak-request.ts";
import { noteProblem, type Tally } from "./soak-tally.ts";

export type Door = {
  /** The name of the current register. */
  evening(): string;
  /** Returns the code of the next guest; one of 40 is unknown. */
  nextCode(): string;
  /** Compares a verdict with what the guest did before. `sentAt` is the time of the request. */
  check(code: string, sentAt: number, text: string): void;
  /** Replaces the register by a new one with the same guests, all of them outside. */
  replace(): Promise<void>;
};

export const acceptVerdict = verdictType;

/** Creates a door with so many guests. Call `replace` before anything else. */
export function createDoor(hub: HubAccess, tally: Tally, guests: number): Door {
  let evenings = 0;
  /** Scans that were sent before may have a verdict of the register before. */
  let openSince = Infinity;
  let next = 0;
  /** Where each guest is; a guest is missing while that is not known. */
  const places = new Map<string, "checked-in" | "checked-out">();
  const nameOf = (evening: number) => `evening-${evening}`;

  return {
    evening: () => nameOf(evenings),
    nextCode() {
      next += 1;
      return next % 40 === 0 ? `nobody-${next}` : toCode(next % guests);
    },
    check(code, sentAt, text) {
      const { verdict } = JSON.parse(text) as { verdict: { code: string } };
      if (code.startsWith("nobody")) {
        if (verdict.code !== "unknown") noteProblem(tally, `nobody was ${verdict.code}`);
        return;
      }
      const { code: place } = verdict;
      // When requests waited for long, two scans of a guest arrive shortly after each other.
      if (place === "just-now") return;
      if (place !== "checked-in" && place !== "checked-out") {
        noteProblem(tally, `a guest was ${place}`);
        return;
      }
      if (sentAt < openSince) return;
      if (places.get(code) === place) noteProblem(tally, `a guest was ${place} twice`);
      places.set(code, place);
    },
    async replace() {
      const name = nameOf(evenings + 1);
      await callApi(hub, "POST", "/api/registers", { name, kind: "check-in" });
      const list = { text: toList(0, guests), key: "ticket", label: "name" };
      await callApi(hub, "POST", `/api/registers/${name}/import`, list);
      openSince = Infinity;
      await callApi(hub, "PUT", "/api/inboxes/door/register", { register: name, action: "toggle" });
      places.clear();
      openSince = performance.now();
      evenings += 1;
      tally.counts.evenings = evenings;
      if (evenings > 1) await callApi(hub, "DELETE", `/api/registers/${nameOf(evenings - 1)}`);
    },
  };
}
