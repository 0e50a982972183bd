/** The correlation of brightness with a pattern of light and dark, sample by sample. */
export type Match = {
  /** Adds a sample. `expected` is 1 for light and -1 for dark. */
  add(brightness: number, expected: number): void;
  /** Returns the correlation of all samples, from -1 to 1. It is -1 if nothing varies. */
  measure(): number;
};

/** Creates a correlation without samples. */
export function createMatch(): Match {
  let count = 0;
  let sum = 0;
  let squares = 0;
  let expectedSum = 0;
  let expectedSquares = 0;
  let product = 0;
  return {
    add(brightness, expected) {
      count++;
      sum += brightness;
      squares += brightness * brightness;
      expectedSum += expected;
      expectedSquares += expected * expected;
      product += expected * brightness;
    },
    measure() {
      const variance =
        (squares - (sum * sum) / count) * (expectedSquares - (expectedSum * expectedSum) / count);
      return variance > 0 ? (product - (sum * expectedSum) / count) / Math.sqrt(variance) : -1;
    },
  };
}
