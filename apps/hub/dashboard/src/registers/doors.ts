import type { Movement } from "./registers.ts";

/**
 * The verdicts that a door gave: scans that let somebody in, let somebody out, and were refused.
 * `lastAt` is ISO 8601.
 */
export type Door = { name: string; in: number; out: number; refused: number; lastAt: string };

const spanMinutes = 10;

/**
 * Counts the verdicts of each door in the last ten minutes, or in fewer where the movements do not
 * reach back so far. `movements` are the newest of a register, the newest first, and at most
 * `limit`. Returns the doors by name.
 */
export function countByDoor(
  movements: readonly Movement[],
  { now, limit }: { now: number; limit: number },
): { doors: Door[]; minutes: number } {
  const oldest = movements.length < limit ? undefined : movements.at(-1);
  const reach = oldest
    ? Math.max(1, Math.floor((now - Date.parse(oldest.at)) / 60_000))
    : spanMinutes;
  const minutes = Math.min(spanMinutes, reach);
  const doors = new Map<string, Door>();
  for (const { door: name, at, code, result, forced } of movements) {
    if (Date.parse(at) < now - minutes * 60_000) break;
    const door = doors.get(name) ?? { name, in: 0, out: 0, refused: 0, lastAt: at };
    doors.set(name, door);
    if (code === "checked-in") door.in += 1;
    else if (code === "checked-out") door.out += 1;
    else if (result === "no" && !forced) door.refused += 1;
  }
  return { doors: [...doors.values()].sort((a, b) => a.name.localeCompare(b.name)), minutes };
}
