import type { Position } from "@scanhook/rooms";

/** Lines in space with a color. Each two points are the ends of a line. */
export type Lines = { color: readonly [number, number, number]; points: readonly Position[] };

export type LineDrawing = {
  draw(projection: Float32Array, view: Float32Array, lines: readonly Lines[]): void;
  dispose(): void;
};

const vertexShader = `#version 300 es
uniform mat4 projection;
uniform mat4 view;
in vec3 position;
void main() {
  gl_Position = projection * view * vec4(position, 1.0);
}`;

const fragmentShader = `#version 300 es
precision mediump float;
uniform vec3 color;
out vec4 shown;
void main() {
  shown = vec4(color, 1.0);
}`;

/**
 * Draws lines in space with WebGL 2. Throws if the shaders do not compile, which only a broken
 * driver causes.
 */
export function createLineDrawing(gl: WebGL2RenderingContext): LineDrawing {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertexShader],
    [gl.FRAGMENT_SHADER, fragmentShader],
  ] as const) {
    const shader = gl.createShader(type)!;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) {
    throw new Error(gl.getProgramInfoLog(program) ?? "the shaders do not link");
  }
  const buffer = gl.createBuffer();
  const position = gl.getAttribLocation(program, "position");
  const [projectionLocation, viewLocation, colorLocation] = ["projection", "view", "color"].map(
    (name) => gl.getUniformLocation(program, name),
  );
  return {
    draw(projection, view, lines) {
      gl.useProgram(program);
      gl.uniformMatrix4fv(projectionLocation!, false, projection);
      gl.uniformMatrix4fv(viewLocation!, false, view);
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.enableVertexAttribArray(position);
      gl.vertexAttribPointer(position, 3, gl.FLOAT, false, 0, 0);
      for (const { color, points } of lines) {
        const values = new Float32Array(points.flatMap(({ x, y, z }) => [x, y, z]));
        gl.bufferData(gl.ARRAY_BUFFER, values, gl.DYNAMIC_DRAW);
        gl.uniform3f(colorLocation!, ...color);
        gl.drawArrays(gl.LINES, 0, points.length);
      }
    },
    dispose() {
      gl.deleteBuffer(buffer);
      gl.deleteProgram(program);
    },
  };
}
