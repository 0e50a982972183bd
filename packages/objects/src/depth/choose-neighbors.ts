type Place = readonly [x: number, y: number, z: number];

/**
 * Between closer directions, depth moves too little; between farther ones, surfaces look too
 * different. Degrees.
 */
const [least, most] = [6, 50];

/**
 * Returns for each place of a camera the numbers of up to `count` others that see the object from
 * the nearest other directions.
 */
export function chooseNeighbors(eyes: readonly Place[], middle: Place, count: number): number[][] {
  const directions = eyes.map((eye) => {
    const offset = eye.map((value, axis) => value - middle[axis]!);
    const size = Math.hypot(...offset);
    return offset.map((value) => value / size);
  });
  return directions.map((own, index) =>
    directions
      .map((other, number) => {
        const dot = own.reduce((sum, value, axis) => sum + value * other[axis]!, 0);
        return { number, angle: (Math.acos(Math.min(1, dot)) * 180) / Math.PI };
      })
      .filter(({ number, angle }) => number !== index && angle > least && angle < most)
      .sort((a, b) => a.angle - b.angle)
      .slice(0, count)
      .map(({ number }) => number),
  );
}
