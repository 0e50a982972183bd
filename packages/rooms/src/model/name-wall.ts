/** Returns the name of a wall by its index: A to Z, then AA, AB and so on. */
export function nameWall(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : nameWall(Math.floor(index / 26) - 1) + letter;
}
