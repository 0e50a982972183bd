import { type Orbit, toMatrix } from "./orbit.ts";

/** A mesh with a texture. Positions are in millimeters. */
export type ShownMesh = {
  positions: Float32Array;
  normals: Float32Array;
  /** Texture coordinates, two for each vertex, from 0 to 1. */
  places: Float32Array;
  /** For each vertex, 1 if it is known from outlines only, else 0. */
  hull: Float32Array;
  indices: Uint32Array;
};

export type DrawOptions = {
  isTextured: boolean;
  /** Whether the surface that is known from outlines only is drawn in another color. */
  isMarked: boolean;
};

export type MeshView = {
  /** Draws the object as seen from an orbit, in the size of the canvas on the screen. */
  draw(orbit: Orbit, options: DrawOptions): void;
  close(): void;
};

const vertexShader = `#version 300 es
uniform mat4 matrix;
in vec3 position;
in vec3 normal;
in vec2 textureCoordinates;
in float hull;
out vec3 surfaceNormal;
out vec2 texel;
out float outlined;
void main() {
  outlined = hull;
  surfaceNormal = normal;
  texel = textureCoordinates;
  gl_Position = matrix * vec4(position, 1.0);
}`;

const fragmentShader = `#version 300 es
precision highp float;
uniform sampler2D image;
uniform vec3 lamp;
uniform float textured;
uniform float marked;
in vec3 surfaceNormal;
in vec2 texel;
in float outlined;
out vec4 color;
void main() {
  float light = max(dot(normalize(surfaceNormal), lamp), 0.0);
  vec3 plain = vec3(0.66, 0.69, 0.75) * (0.35 + 0.65 * light);
  vec3 drawn = texture(image, texel).rgb * (0.82 + 0.18 * light);
  vec3 mark = vec3(0.96, 0.55, 0.11) * (0.45 + 0.55 * light);
  color = vec4(mix(mix(plain, drawn, textured), mark, 0.8 * marked * outlined), 1.0);
}`;

/**
 * Prepares a canvas to show a mesh with its texture. Returns undefined where the browser has no
 * WebGL 2.
 */
export function createMeshView(
  canvas: HTMLCanvasElement,
  mesh: ShownMesh,
  texture: TexImageSource,
): MeshView | undefined {
  const gl = canvas.getContext("webgl2", { alpha: true, antialias: true });
  const program = gl && link(gl);
  if (!gl || !program) return undefined;
  gl.useProgram(program);
  gl.enable(gl.DEPTH_TEST);
  for (const [name, values, size] of [
    ["position", mesh.positions, 3],
    ["normal", mesh.normals, 3],
    ["textureCoordinates", mesh.places, 2],
    ["hull", mesh.hull, 1],
  ] as const) {
    const location = gl.getAttribLocation(program, name);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, values, gl.STATIC_DRAW);
    gl.enableVertexAttribArray(location);
    gl.vertexAttribPointer(location, size, gl.FLOAT, false, 0, 0);
  }
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, mesh.indices, gl.STATIC_DRAW);
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, texture);
  gl.generateMipmap(gl.TEXTURE_2D);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
  const locate = (name: string) => gl.getUniformLocation(program, name);
  const [matrixLocation, lampLocation, texturedLocation, markedLocation] = [
    locate("matrix"),
    locate("lamp"),
    locate("textured"),
    locate("marked"),
  ];

  return {
    draw(orbit, { isTextured, isMarked }) {
      const pixelRatio = Math.min(2, devicePixelRatio);
      const width = Math.max(1, Math.round(canvas.clientWidth * pixelRatio));
      const height = Math.max(1, Math.round(canvas.clientHeight * pixelRatio));
      if (canvas.width !== width || canvas.height !== height)
        Object.assign(canvas, { width, height });
      gl.viewport(0, 0, width, height);
      gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
      gl.uniformMatrix4fv(matrixLocation, false, toMatrix(orbit, { width, height }));
      gl.uniform3fv(lampLocation, findLamp(orbit));
      gl.uniform1f(texturedLocation, isTextured ? 1 : 0);
      gl.uniform1f(markedLocation, isMarked ? 1 : 0);
      gl.drawElements(gl.TRIANGLES, mesh.indices.length, gl.UNSIGNED_INT, 0);
    },
    close() {
      gl.getExtension("WEBGL_lose_context")?.loseContext();
    },
  };
}

/**
 * Returns the direction to the lamp, which is over the left shoulder of the viewer so that no
 * visible side is dark.
 */
function findLamp({ azimuth, elevation }: Orbit): [number, number, number] {
  const lampAzimuth = azimuth - 0.5;
  const lampElevation = Math.min(1.4, elevation + 0.4);
  return [
    Math.cos(lampAzimuth) * Math.cos(lampElevation),
    Math.sin(lampAzimuth) * Math.cos(lampElevation),
    Math.sin(lampElevation),
  ];
}

function link(gl: WebGL2RenderingContext): WebGLProgram | undefined {
  const program = gl.createProgram();
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, vertexShader],
    [gl.FRAGMENT_SHADER, fragmentShader],
  ] as const) {
    const shader = gl.createShader(kind);
    if (!shader) return undefined;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  return gl.getProgramParameter(program, gl.LINK_STATUS) ? program : undefined;
}
