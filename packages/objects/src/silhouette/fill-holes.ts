/**
 * Makes object of every enclosed part of the background that has fewer than `least` pixels, in
 * place: such holes come from spots that look like the mat by chance. A hole to reach through is
 * larger.
 */
export function fillHoles(
  object: Float32Array,
  width: number,
  height: number,
  least: number,
): void {
  const seen = new Uint8Array(object.length);
  const queue = new Int32Array(object.length);
  for (let start = 0; start < object.length; start++) {
    if (seen[start] || object[start]! > 0.5) continue;
    let [length, touchesRim] = [1, false];
    queue[0] = start;
    seen[start] = 1;
    for (let next = 0; next < length; next++) {
      const at = queue[next]!;
      const column = at % width;
      const row = (at - column) / width;
      if (column === 0 || row === 0 || column === width - 1 || row === height - 1) {
        touchesRim = true;
        continue;
      }
      for (const other of [at - 1, at + 1, at - width, at + width]) {
        if (seen[other] || object[other]! > 0.5) continue;
        seen[other] = 1;
        queue[length++] = other;
      }
    }
    if (touchesRim || length >= least) continue;
    for (let next = 0; next < length; next++) object[queue[next]!] = 0.99;
  }
}
