import { expect, test } from "vitest";
import { drawSymbol } from "../../../../e2e/camera/symbol.ts";
import { createFixedModules, rmqrSizes } from "./rmqr-layout.ts";

test.each(rmqrSizes)("bwip-js draws the fixed modules of R$rows x $columns", async (size) => {
  const { columns, rows } = size;
  const version = `R${rows}x${columns}`;
  const symbology = "rectangularmicroqrcode";
  const toFixed = createFixedModules(size);
  for (const text of ["1", "Qz"]) {
    const { data, width } = await drawSymbol({ symbology, text, options: { version } });
    const pitch = width / columns;
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const isDark = data[(row * width + column) * pitch]! < 128 ? 1 : 0;
        expect([column, row, toFixed(column, row) ?? isDark]).toEqual([column, row, isDark]);
      }
    }
  }
});

test("there are 32 versions", () => {
  expect(rmqrSizes).toHaveLength(32);
});
