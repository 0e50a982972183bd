/** The colors of the surfaces of rooms, as linear red, green and blue from 0 to 1. */
export const surfaces = {
  walls: [0.82, 0.8, 0.76],
  floor: [0.45, 0.32, 0.2],
} as const;
