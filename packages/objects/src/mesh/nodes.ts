/**
 * The values of a field at the nodes of a grid, positive inside: the next node along y is `nx`
 * further, and along z `layer` further. A cell is named by its node closest to the origin.
 */
export type Nodes = { values: Float32Array; nx: number; layer: number };

/**
 * Returns which of the eight corners of a cell are inside, one bit each. The number of a corner has
 * the bits 1, 2 and 4 for the far side along x, y and z.
 */
export function readSigns({ values, nx, layer }: Nodes, cell: number): number {
  return (
    (values[cell]! > 0 ? 1 : 0) |
    (values[cell + 1]! > 0 ? 2 : 0) |
    (values[cell + nx]! > 0 ? 4 : 0) |
    (values[cell + nx + 1]! > 0 ? 8 : 0) |
    (values[cell + layer]! > 0 ? 16 : 0) |
    (values[cell + layer + 1]! > 0 ? 32 : 0) |
    (values[cell + layer + nx]! > 0 ? 64 : 0) |
    (values[cell + layer + nx + 1]! > 0 ? 128 : 0)
  );
}

/** Returns how much further a corner of a cell is in the values than the cell. */
export const findCornerOffset = ({ nx, layer }: Nodes, corner: number): number =>
  (corner & 1) + (corner & 2 ? nx : 0) + (corner & 4 ? layer : 0);
