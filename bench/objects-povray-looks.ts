// Surfaces, desks and light of the scenes of bench/objects --povray, as text for POV-Ray, and the
// pictures that they use, as SVG. z points up.
import { between, type Random } from "../packages/documents/src/testing/random.ts";
import { composeCloth } from "./documents-desks.ts";
import { scale, toText, type Vector } from "./documents-vectors.ts";

export type Desk = "wood" | "cloth" | "gray" | "white";
export type Look = "plain" | "printed" | "black" | "shiny" | "glass";

/** How a print is laid on a solid: the extent of a box, a wrapped label, or all through it. */
export type Print =
  | { on: "box"; min: Vector; max: Vector }
  | { on: "round"; height: number }
  | { on: "all" };

/** Texture for POV-Ray and the SVGs that it finds as PNGs under the names given here. */
export type Surface = { source: string; pictures: Record<string, string> };

/** Composes the surface of a solid. */
export function composeLook(look: Look, print: Print, random: Random): Surface {
  const color = pickColor(random);
  switch (look) {
    case "plain": {
      const source = `pigment { rgb ${toText(color)} } finish { diffuse 0.85 specular 0.06 roughness 0.08 }`;
      return { source: `texture { ${source} }`, pictures: {} };
    }
    case "black": {
      const level = between(random, 0.03, 0.05).toFixed(4);
      const source = `pigment { rgb ${level} } finish { diffuse 1 specular 0.03 roughness 0.12 }`;
      return { source: `texture { ${source} }`, pictures: {} };
    }
    case "shiny":
      return {
        source: `texture { pigment { rgb ${toText(color)} } finish { diffuse 0.8 specular 0.5 roughness 0.003
          reflection { 0, 1 fresnel on } conserve_energy } } interior { ior 1.5 }`,
        pictures: {},
      };
    case "glass":
      return {
        source: `texture { pigment { rgbf <0.96, 0.98, 0.97, 0.97> } finish { diffuse 0.02 specular 0.7 roughness 0.002
          reflection { 0, 1 fresnel on } conserve_energy } } interior { ior 1.5 }`,
        pictures: {},
      };
    case "printed":
      return composePrint(print, random);
  }
}

/** Returns a light color that is not quite white. */
function pickColor(random: Random): Vector {
  const colors: readonly Vector[] = [
    [0.72, 0.62, 0.47],
    [0.52, 0.63, 0.58],
    [0.66, 0.5, 0.46],
    [0.7, 0.68, 0.6],
    [0.5, 0.58, 0.68],
  ];
  return scale(colors[Math.floor(random() * colors.length)]!, between(random, 0.9, 1.05));
}

const printFinish = "finish { diffuse 0.85 specular 0.12 roughness 0.04 }";

function composePrint(print: Print, random: Random): Surface {
  if (print.on === "all") return { source: composePaint(random), pictures: {} };
  const image = (name: string, type: 0 | 2) =>
    `image_map { png "${name}.png" map_type ${type} interpolate 2 }`;
  if (print.on === "round")
    return {
      source: `texture { pigment { ${image("wrap", 2)} } ${printFinish} scale <-1, ${print.height}, 1> rotate x*90 }`,
      pictures: { wrap: composeLabel(1500, 700, random) },
    };
  const { min, max } = print;
  const names = ["side", "front", "top"];
  // The pigments of `cubic` lie on a cube from -1 to 1, which is then made as large as the box.
  const face = (name: string, turn: string) =>
    `texture { pigment { ${image(name, 0)} translate <-0.5, -0.5, 0> scale 2 ${turn} } ${printFinish} }`;
  const faces = [
    face("side", "rotate x*90 rotate z*90"),
    face("front", "rotate x*90 rotate z*180"),
    face("top", ""),
    face("side", "rotate x*90 rotate z*-90"),
    face("front", "rotate x*90"),
    face("top", ""),
  ];
  const half = toText(scale([max[0] - min[0], max[1] - min[1], max[2] - min[2]], 0.5));
  const middle = toText(scale([max[0] + min[0], max[1] + min[1], max[2] + min[2]], 0.5));
  return {
    source: `texture { cubic ${faces.join("\n")} scale ${half} translate ${middle} }`,
    pictures: Object.fromEntries(names.map((name) => [name, composeLabel(1000, 700, random)])),
  };
}

/** Composes paint with hard edges in several colors and sizes, which is the same on all sides. */
function composePaint(random: Random): string {
  const color = () =>
    `rgb <${[0, 1, 2].map(() => between(random, 0.03, 0.75).toFixed(3)).join(", ")}>`;
  const steps = [0.38, 0.47, 0.55, 0.64, 1];
  const map = steps.map((end, at) => {
    const tone = color();
    return `[${at === 0 ? 0 : steps[at - 1]} ${tone}] [${end} ${tone}]`;
  });
  const place = [0, 1, 2].map(() => between(random, 0, 500).toFixed(1)).join(", ");
  const dots = color();
  return `texture { pigment { bozo turbulence 0.5 color_map { ${map.join(" ")} } scale 16 translate <${place}> } ${printFinish} }
    texture { pigment { crackle form <1, 0, 0> color_map { [0 ${dots}] [0.2 ${dots}] [0.22 rgbt 1] [1 rgbt 1] } scale 7 } ${printFinish} }`;
}

/** Draws a label with a name, fields, a picture, small text and a bar code. */
function composeLabel(width: number, height: number, random: Random): string {
  const hue = Math.floor(random() * 360);
  const fill = (turn: number, light: number) => `hsl(${(hue + turn) % 360} 62% ${light}%)`;
  const at = (from: number, to: number) => between(random, from, to).toFixed(0);
  const lines = Array.from({ length: 26 }, (_, index) => {
    const words = Array.from({ length: 5 }, () => pickWord(random)).join(" ");
    return `<text x="${index % 2 === 0 ? 0.04 * width : 0.68 * width}" y="${0.1 * height + Math.floor(index / 2) * 0.068 * height}" font-size="${at(15, 24)}" fill="#222">${words}</text>`;
  });
  const shapes = Array.from({ length: 26 }, () => {
    const [x, y] = [between(random, 0.36, 0.64) * width, between(random, 0.38, 0.9) * height];
    return `<ellipse cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" rx="${at(8, 60)}" ry="${at(8, 45)}" fill="${fill(Number(at(0, 200)), Number(at(20, 85)))}"/>`;
  });
  const bars = Array.from({ length: 32 }, (_, index) => {
    const x = 0.7 * width + index * 0.007 * width;
    return `<rect x="${x.toFixed(1)}" y="${0.76 * height}" width="${between(random, 2, 6).toFixed(1)}" height="${0.16 * height}" fill="#111"/>`;
  });
  const font = `font-family="DejaVu Sans, sans-serif"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ${font}>
    <rect width="100%" height="100%" fill="${fill(0, 78)}"/>
    <rect x="${0.33 * width}" width="${0.34 * width}" height="100%" fill="${fill(180, 30)}"/>
    <rect y="${0.03 * height}" width="100%" height="${0.02 * height}" fill="${fill(120, 35)}"/>
    <rect y="${0.95 * height}" width="100%" height="${0.03 * height}" fill="${fill(60, 25)}"/>
    ${shapes.join("")}${lines.join("")}
    <rect x="${0.69 * width}" y="${0.74 * height}" width="${0.25 * width}" height="${0.2 * height}" fill="#f4f2ee"/>${bars.join("")}
    <text x="${0.5 * width}" y="${0.26 * height}" font-size="${0.13 * height}" font-weight="bold" text-anchor="middle" fill="#f6f0dc">${pickWord(random).toUpperCase()}</text></svg>`;
}

const syllables = ["ka", "lo", "mi", "ber", "tan", "so", "ri", "vel", "nu", "po", "sha", "der"];

const pickWord = (random: Random) =>
  Array.from(
    { length: 2 + Math.floor(random() * 2) },
    () => syllables[Math.floor(random() * syllables.length)]!,
  ).join("");

/** Composes a desk at z = -0.1, under a mat that is 0.1 mm thick. */
export function composeDesk(kind: Desk, random: Random): Surface {
  const turn = `rotate z*${between(random, 0, 180).toFixed(1)}`;
  const lay = (texture: string, pictures = {}) => ({
    source: `plane { z, -0.1 ${texture} }`,
    pictures,
  });
  if (kind === "cloth")
    return lay(
      `pigment { image_map { png "cloth.png" interpolate 2 } scale ${between(random, 260, 420).toFixed(0)} ${turn} } finish { diffuse 0.8 }`,
      { cloth: weave(composeCloth(random)) },
    );
  if (kind === "wood") {
    const [light, dark] = [between(random, 0.35, 0.55), between(random, 0.12, 0.2)];
    const tone = (level: number) => toText([level, level * 0.6, level * 0.34]);
    return lay(
      `pigment { wood turbulence 0.12 octaves 4 color_map { [0 rgb ${tone(light)}] [0.55 rgb ${tone((light + dark) / 1.8)}] [0.9 rgb ${tone(dark)}] [1 rgb ${tone(light)}] }
       scale <24, 24, 200> translate <300, 60, 0> rotate x*91 rotate z*1 ${turn} } finish { diffuse 0.8 specular 0.12 roughness 0.03 }`,
    );
  }
  const level = kind === "white" ? between(random, 0.78, 0.88) : between(random, 0.22, 0.35);
  return lay(
    `pigment { granite scale 30 color_map { [0 rgb ${(level * 0.97).toFixed(3)}] [1 rgb ${(level * 1.03).toFixed(3)}] } }
     finish { diffuse 0.9 specular 0.06 roughness 0.05 }`,
  );
}

/** Lays threads of 4 units over a drawing of 1,000 units. */
function weave(cloth: string): string {
  const threads = `<defs><pattern id="weave" width="8" height="8" patternUnits="userSpaceOnUse">
    <path d="M0 1h4M4 5h4" stroke="#000" stroke-opacity=".28" stroke-width="1.6"/>
    <path d="M6 0v4M2 4v4" stroke="#fff" stroke-opacity=".22" stroke-width="1.6"/></pattern></defs>
    <rect width="1000" height="1000" fill="url(#weave)"/>`;
  return cloth.replace("</svg>", `${threads}</svg>`);
}

/**
 * Composes a window and a ceiling lamp as areas, the weak light of the walls, and the room that
 * glaze mirrors. Together they light the mat to about `exposure`.
 */
export function composeLight(random: Random): Surface {
  const angle = between(random, 0, 360);
  const [window, ceiling] = [between(random, 0.42, 0.56), between(random, 0.25, 0.32)];
  const exposure = between(random, 0.86, 1);
  const warmth = between(random, 0.88, 0.97);
  const place = (degrees: number, away: number, height: number): Vector => {
    const turn = (degrees * Math.PI) / 180;
    return [away * Math.cos(turn), away * Math.sin(turn), height];
  };
  const shine = (from: Vector, share: number, side: number, tint: Vector) => {
    // The mat is lit by the cosine of the angle from the vertical.
    const level = (share * exposure * Math.hypot(...from)) / from[2];
    return `light_source { ${toText(from)} rgb ${toText(scale(tint, level))}
      area_light <${side}, 0, 0>, <0, ${side}, 0>, 4, 4 adaptive 0 jitter circular orient }`;
  };
  const above = place(angle + between(random, 100, 220), between(random, 200, 500), 1500);
  const fill = (1 - window - ceiling) * exposure;
  const lights = [
    shine(place(angle, 1100, between(random, 800, 1100)), window, 800, [0.97, 0.99, 1]),
    shine(above, ceiling, between(random, 600, 1400), [1, warmth, warmth ** 2]),
    `light_source { <0, 0, 3000> rgb ${(0.6 * fill).toFixed(4)} shadowless }`,
    `light_source { <2000, 0, 300> rgb ${(0.35 * fill).toFixed(4)} shadowless }`,
    `light_source { <-1000, 1700, 300> rgb ${(0.35 * fill).toFixed(4)} shadowless }`,
    `light_source { <-1000, -1700, 300> rgb ${(0.35 * fill).toFixed(4)} shadowless }`,
  ];
  const room = `sky_sphere { pigment { image_pattern { png "room.png" map_type 1 interpolate 2 }
    color_map { [0 rgb 0.03] [0.5 rgb 0.45] [0.8 rgb 0.9] [0.9 rgb 7] [1 rgb 9] }
    rotate x*90 rotate z*${angle.toFixed(1)} } }`;
  return { source: [...lights, room].join("\n"), pictures: { room: drawRoom(random) } };
}

/** Draws all that is round the mat, from the zenith down: ceiling, walls, windows and furniture. */
function drawRoom(random: Random): string {
  const windows = [0, 0.14].map(
    (shift) =>
      `<rect x="${(0.02 + shift) * 2000}" y="190" width="210" height="240" fill="#fff"/><path d="M${(0.02 + shift) * 2000 + 105} 190v240M${(0.02 + shift) * 2000} 290h210" stroke="#666" stroke-width="9"/>`,
  );
  const things = Array.from({ length: 14 }, () => {
    const level = Math.floor(between(random, 15, 95));
    return `<rect x="${between(random, 400, 1950).toFixed(0)}" y="${between(random, 300, 470).toFixed(0)}" width="${between(random, 30, 200).toFixed(0)}" height="${between(random, 40, 220).toFixed(0)}" fill="rgb(${level},${level},${level})"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="1000"><rect width="2000" height="1000" fill="#646464"/>
    <rect width="2000" height="170" fill="#8a8a8a"/>${things.join("")}${windows.join("")}
    <ellipse cx="1250" cy="90" rx="160" ry="40" fill="#fff"/><rect y="620" width="2000" height="380" fill="#303030"/></svg>`;
}
