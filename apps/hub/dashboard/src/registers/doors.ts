import type { Movement } from "./registers.ts";

/**
 * The numbers of verdicts of a door: checked in, checked out and refused. `lastAt` is the time of
 * the last verdict in ISO 8601.
 */
export type Door = { name: string; in: number; out: number; refused: number; lastAt: string };

const maxMinutes = 10;

/**
 * Counts the verdicts of each door in the last ten minutes, or in fewer minutes if the movements do
 * not go back that far. `movements` are the newest movements of a register, at most `limit`, the
 * newest first. Returns the doors sorted by name.
 */
export function countByDoor(
  movements: readonly Movement[],
  { now, limit }: { now: number; limit: number },
): { doors: Door[]; minutes: number } {
  const oldest = movements.length < limit ? undefined : movements.at(-1);
  const coveredMinutes = oldest
    ? Math.max(1, Math.floor((now - Date.parse(oldest.at)) / 60_000))
    : maxMinutes;
  const minutes = Math.min(maxMinutes, coveredMinutes);
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
