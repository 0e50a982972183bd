import type { Corners } from "../geometry/corners.ts";
import { projectSquare } from "../geometry/projection.ts";
import { interpolate, type Plane } from "../plane.ts";
import { getKnownModules } from "./known-modules.ts";

/**
 * The radius in modules of the neighborhood whose brightest and darkest module decide what is dark.
 */
const neighborhood = 3;
/** The radius of a balanced threshold is smaller, so that it follows the edge of a shadow. */
const balancedNeighborhood = 2;
/** The distance of a module's outer samples from its center along both sides, in modules. */
const diagonalTap = 0.22;
/** One of this many sorted modules at each end may be a reflection or dirt. */
const outlierDivisor = 5;
/** The weight of the deviation of a module's samples against its contrast. */
const deviationWeight = 0.5;

/**
 * The grid of a QR code on a plane. Each module can be shifted by fractions of a module, and its
 * brightness is the mean of five points around its center.
 */
export class ModuleGrid {
  /** The number of modules per side. */
  readonly size: number;
  /** The shift of each module along its row, in modules. */
  readonly shiftX: Float32Array;
  /** The shift of each module along its column, in modules. */
  readonly shiftY: Float32Array;
  readonly #known: Int8Array;
  readonly #plane: Plane;
  /**
   * Per module: center (x, y) and the vectors of one module to the right and one module down, in
   * pixels.
   */
  readonly #places: Float32Array;
  readonly #brightness: Float32Array;
  readonly #threshold: Float32Array;

  private constructor(plane: Plane, places: Float32Array, version: number) {
    const { size, modules } = getKnownModules(version);
    this.size = size;
    this.#known = modules;
    this.#plane = plane;
    this.#places = places;
    this.shiftX = new Float32Array(size * size);
    this.shiftY = new Float32Array(size * size);
    this.#brightness = new Float32Array(size * size);
    this.#threshold = new Float32Array(size * size);
    this.measure();
  }

  /** Lays a grid between the outer corners of a code. Returns undefined if they do not span one. */
  static lay(plane: Plane, corners: Corners, version: number): ModuleGrid | undefined {
    if (plane.width < 2 || plane.height < 2) return undefined;
    const { size } = getKnownModules(version);
    const project = projectSquare(corners, size);
    if (!project) return undefined;
    const places = new Float32Array(size * size * 6);
    for (let index = 0; index < size * size; index++) {
      const column = (index % size) + 0.5;
      const row = Math.floor(index / size) + 0.5;
      const center = project(column, row);
      const right = project(column + 0.5, row);
      const below = project(column, row + 0.5);
      places[index * 6] = center.x;
      places[index * 6 + 1] = center.y;
      places[index * 6 + 2] = 2 * (right.x - center.x);
      places[index * 6 + 3] = 2 * (right.y - center.y);
      places[index * 6 + 4] = 2 * (below.x - center.x);
      places[index * 6 + 5] = 2 * (below.y - center.y);
    }
    return new ModuleGrid(plane, places, version);
  }

  /** Measures brightness and thresholds again after modules were shifted. */
  measure(): void {
    const { size } = this;
    for (let index = 0; index < size * size; index++) {
      this.#brightness[index] = this.#sample(index, this.shiftX[index]!, this.shiftY[index]!);
    }
    for (let row = 0; row < size; row++) {
      for (let column = 0; column < size; column++) this.#setThreshold(column, row);
    }
  }

  /**
   * Returns all modules, 1 dark and 0 light. Known modules are as the standard demands, not as they
   * look. `balanced` takes the thresholds between the medians of dark and light modules nearby,
   * which a few bright reflections or a shadow cannot shift.
   */
  toBits(balanced: boolean): Uint8Array {
    return Uint8Array.from(this.#brightness, (brightness, index) => {
      const known = this.#known[index]!;
      if (known !== 0) return Number(known > 0);
      return Number(brightness < (balanced ? this.#balance(index) : this.#threshold[index]!));
    });
  }

  /**
   * Returns the threshold halfway between the medians of the dark and of the light modules nearby.
   */
  #balance(index: number): number {
    const { size } = this;
    const column = index % size;
    const row = Math.floor(index / size);
    const left = Math.max(0, column - balancedNeighborhood);
    const right = Math.min(size - 1, column + balancedNeighborhood);
    const bottom = Math.min(size - 1, row + balancedNeighborhood);
    const nearby = this.#nearby;
    let count = 0;
    for (let y = Math.max(0, row - balancedNeighborhood); y <= bottom; y++) {
      for (let x = left; x <= right; x++) nearby[count++] = this.#brightness[y * size + x]!;
    }
    const sorted = nearby.subarray(0, count).sort();
    const end = Math.floor(count / outlierDivisor);
    const middle = (sorted[end]! + sorted[count - 1 - end]!) / 2;
    let darkCount = 0;
    while (darkCount < count && sorted[darkCount]! < middle) darkCount++;
    if (darkCount === 0 || darkCount === count) return middle;
    return (sorted[darkCount >> 1]! + sorted[(darkCount + count) >> 1]!) / 2;
  }

  /** The modules near the one that is balanced. */
  readonly #nearby = new Float32Array((2 * balancedNeighborhood + 1) ** 2);

  /** Returns the mean contrast of all modules. */
  measureContrast(): number {
    let sum = 0;
    for (let index = 0; index < this.size * this.size; index++) {
      sum += this.contrastAt(index, this.shiftX[index]!, this.shiftY[index]!);
    }
    return sum / (this.size * this.size);
  }

  /**
   * Returns how clearly a module would be dark or light with the given shift: its distance from the
   * threshold, less the deviation of its samples. A known module counts twice, and negatively if it
   * has the wrong color.
   */
  contrastAt(index: number, shiftX: number, shiftY: number): number {
    const distance = this.#sample(index, shiftX, shiftY) - this.#threshold[index]!;
    const known = this.#known[index]!;
    return (
      (known === 0 ? Math.abs(distance) : -2 * known * distance) - deviationWeight * this.#deviation
    );
  }

  /** The standard deviation of the points of the module that was sampled last. */
  #deviation = 0;

  #sample(index: number, shiftX: number, shiftY: number): number {
    const places = this.#places;
    const offset = index * 6;
    const rightX = places[offset + 2]!;
    const rightY = places[offset + 3]!;
    const downX = places[offset + 4]!;
    const downY = places[offset + 5]!;
    const x = places[offset]! + rightX * shiftX + downX * shiftY;
    const y = places[offset + 1]! + rightY * shiftX + downY * shiftY;
    const fallX = diagonalTap * (rightX + downX);
    const fallY = diagonalTap * (rightY + downY);
    const riseX = diagonalTap * (rightX - downX);
    const riseY = diagonalTap * (rightY - downY);
    const center = interpolate(this.#plane, x, y);
    const point1 = interpolate(this.#plane, x + fallX, y + fallY);
    const point2 = interpolate(this.#plane, x - fallX, y - fallY);
    const point3 = interpolate(this.#plane, x + riseX, y + riseY);
    const point4 = interpolate(this.#plane, x - riseX, y - riseY);
    const mean = (center + point1 + point2 + point3 + point4) / 5;
    const squares =
      center * center + point1 * point1 + point2 * point2 + point3 * point3 + point4 * point4;
    this.#deviation = Math.sqrt(Math.max(0, squares / 5 - mean * mean));
    return mean;
  }

  /** Sets the threshold of a module halfway between the brightest and the darkest module nearby. */
  #setThreshold(column: number, row: number): void {
    const { size } = this;
    let low = 255;
    let high = 0;
    const left = Math.max(0, column - neighborhood);
    const right = Math.min(size - 1, column + neighborhood);
    const bottom = Math.min(size - 1, row + neighborhood);
    for (let y = Math.max(0, row - neighborhood); y <= bottom; y++) {
      for (let index = y * size + left; index <= y * size + right; index++) {
        const brightness = this.#brightness[index]!;
        if (brightness < low) low = brightness;
        if (brightness > high) high = brightness;
      }
    }
    this.#threshold[row * size + column] = (low + high) / 2;
  }
}
