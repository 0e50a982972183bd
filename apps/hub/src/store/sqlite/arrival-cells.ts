import type { Arrival } from "../store.ts";
import { arrivalColumns, type Cell } from "../stored-scan.ts";

/**
 * Cells per arrival: one per column, then the address, the deliveries and the request as JSON. Each
 * of these three may be null.
 */
export const cellsPerArrival = arrivalColumns.length + 3;

/**
 * Appends an arrival to a flat list of cells. Arrivals travel to the writer's thread in this form
 * because one flat list is several times cheaper to copy between threads than objects are.
 */
export function pushCells(cells: Cell[], arrival: Arrival): void {
  const { address = null, deliveries = [], request } = arrival;
  // All values are computed before the first push, so that an error does not leave half an arrival
  // in the list.
  const values = arrivalColumns.map(({ toCell }) => toCell(arrival));
  const deliveriesJson = deliveries.length === 0 ? null : JSON.stringify(deliveries);
  cells.push(...values, address, deliveriesJson, request ? JSON.stringify(request) : null);
}

export function countArrivals(cells: readonly Cell[]): number {
  return cells.length / cellsPerArrival;
}

/** Returns a function that reads one column of the arrival with the given index. */
export function createCellReader(column: string): (cells: readonly Cell[], index: number) => Cell {
  const offset = arrivalColumns.findIndex(({ name }) => name === column);
  if (offset < 0) throw new RangeError(`An arrival has no column "${column}".`);
  return (cells, index) => cells[index * cellsPerArrival + offset] ?? null;
}

export function addressCell(cells: readonly Cell[], index: number): Cell {
  return cells[(index + 1) * cellsPerArrival - 3] ?? null;
}

export function deliveriesCell(cells: readonly Cell[], index: number): Cell {
  return cells[(index + 1) * cellsPerArrival - 2] ?? null;
}

export function requestCell(cells: readonly Cell[], index: number): Cell {
  return cells[(index + 1) * cellsPerArrival - 1] ?? null;
}
