import type { Quad } from "../quad.ts";

/** A page before a pinhole camera. Lengths are in millimeters, angles in degrees. */
export type View = {
  page: { width: number; height: number };
  /** From the lens to the middle of the page. */
  distance: number;
  /** About the horizontal, the vertical and the viewing axis. */
  tilt: { x: number; y: number; turn: number };
  /** How far the middle of the page is off the middle of the picture, in pixels. */
  shift?: { x: number; y: number };
  picture: { width: number; height: number };
  /** In pixels. */
  focalLength: number;
};

/** Returns the corners of the page in the picture, the first from the page's top left. */
export function projectPage(view: View): Quad {
  const { page, distance, tilt, shift = { x: 0, y: 0 }, picture, focalLength } = view;
  const [cx, sx, cy, sy, cz, sz] = [tilt.x, tilt.y, tilt.turn].flatMap((degrees) => {
    const angle = (degrees * Math.PI) / 180;
    return [Math.cos(angle), Math.sin(angle)];
  }) as [number, number, number, number, number, number];
  const project = (u: number, v: number) => {
    const [x, y] = [
      u * page.width * cz - v * page.height * sz,
      u * page.width * sz + v * page.height * cz,
    ];
    const [y1, z1] = [y * cx, y * sx];
    const [x2, z2] = [x * cy + z1 * sy, z1 * cy - x * sy];
    const scale = focalLength / (distance + z2);
    return {
      x: picture.width / 2 + (x2 + (shift.x * distance) / focalLength) * scale,
      y: picture.height / 2 + (y1 + (shift.y * distance) / focalLength) * scale,
    };
  };
  return [project(-0.5, -0.5), project(0.5, -0.5), project(0.5, 0.5), project(-0.5, 0.5)];
}
