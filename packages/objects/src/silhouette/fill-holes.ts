/** The probability that pixels of a filled hole get. */
const filled = 0.99;

/**
 * Fills holes in the object, in place: every enclosed part of the ground of fewer than `minPixels`
 * pixels. Such holes are spots of the object that look like the mat by chance; a hole to reach
 * through is larger. `objectProbabilities` has for each pixel the probability that it shows the
 * object.
 */
export function fillHoles(
  objectProbabilities: Float32Array,
  width: number,
  height: number,
  minPixels: number,
): void {
  const visited = new Uint8Array(objectProbabilities.length);
  const queue = new Int32Array(objectProbabilities.length);
  const isNew = (at: number) => !(visited[at] || objectProbabilities[at]! > 0.5);
  const offsets = [-1, 1, -width, width];
  for (let start = 0; start < objectProbabilities.length; start++) {
    if (!isNew(start)) continue;
    let [length, touchesBorder] = [1, false];
    queue[0] = start;
    visited[start] = 1;
    for (let next = 0; next < length; next++) {
      const at = queue[next]!;
      const column = at % width;
      const row = (at - column) / width;
      if (column === 0 || row === 0 || column === width - 1 || row === height - 1) {
        touchesBorder = true;
        continue;
      }
      for (const offset of offsets) {
        if (!isNew(at + offset)) continue;
        visited[at + offset] = 1;
        queue[length++] = at + offset;
      }
    }
    if (touchesBorder || length >= minPixels) continue;
    for (const at of queue.subarray(0, length)) objectProbabilities[at] = filled;
  }
}
