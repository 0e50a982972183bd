/** The part of a tag's memory that holds data. Places for which `taken` is set are not for it. */
export type DataArea = { start: number; end: number; writable: boolean; taken?: Uint8Array };

/** The first place for data from `at` on. */
export function usable({ end, taken }: DataArea, at: number): number {
  if (taken) while (at < end && taken[at]) at++;
  return at;
}

/** The place behind `count` bytes of data from `at` on; beyond the area's end when it has no room for them. */
export function after(area: DataArea, at: number, count: number): number {
  if (!area.taken) return at + count;
  for (let left = count; left > 0; left--) {
    at = usable(area, at) + 1;
    if (at > area.end) return at;
  }
  return at;
}

/** How many bytes of data there can be from `at` on. */
export function roomFrom(area: DataArea, at: number): number {
  if (!area.taken) return area.end - at;
  let room = 0;
  for (let place = usable(area, at); place < area.end; place = usable(area, place + 1)) room++;
  return room;
}

/** `count` bytes of data from `at` on. */
export function take(memory: Uint8Array, area: DataArea, at: number, count: number): Uint8Array {
  if (!area.taken) return memory.slice(at, at + count);
  const data = new Uint8Array(count);
  for (let index = 0; index < count; index++) {
    at = usable(area, at);
    data[index] = memory[at++]!;
  }
  return data;
}

/** Writes `data` into the memory from `at` on. */
export function put(memory: Uint8Array, area: DataArea, at: number, data: ArrayLike<number>): void {
  for (let index = 0; index < data.length; index++) {
    at = usable(area, at);
    memory[at++] = data[index]!;
  }
}
