import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import sharp from "sharp";

/** The icon from which all images are made. */
const source = new URL("../../public/icon.svg", import.meta.url);
/** The background color of the icon. */
const background = "#4338ca";

/** Android's screen densities, in pixels per density-independent pixel. */
const densities = { mdpi: 1, hdpi: 1.5, xhdpi: 2, xxhdpi: 3, xxxhdpi: 4 };

/** Replaces Capacitor's icons and launch screens in both projects. */
export async function drawImages(ios: string, android: string): Promise<void> {
  const icon = await readFile(source, "utf8");
  const drawing = icon.replace(/<rect [^>]*>/, "");
  // The systems crop icons to their own shape, so the square has no rounded corners and `inner`
  // keeps away from the edge.
  const square = icon.replace('rx="128" ', "");
  const inner = scaleDrawing(drawing, 0.6);

  const assets = join(ios, "App/App/Assets.xcassets");
  const splash = await renderLaunchScreen(inner);
  await Promise.all([
    draw(square, 1024, join(assets, "AppIcon.appiconset/AppIcon-512@2x.png"), true),
    ...["", "-1", "-2"].map((part) =>
      writeFile(join(assets, `Splash.imageset/splash-2732x2732${part}.png`), splash),
    ),
  ]);

  const res = join(android, "app/src/main/res");
  const sizes = Object.entries(densities).flatMap(([density, ratio]) => [
    draw(icon, 48 * ratio, join(res, `mipmap-${density}/ic_launcher.png`)),
    draw(roundIcon(icon), 48 * ratio, join(res, `mipmap-${density}/ic_launcher_round.png`)),
    draw(inner, 108 * ratio, join(res, `mipmap-${density}/ic_launcher_foreground.png`)),
  ]);
  await Promise.all(sizes);
  await drawAndroidLaunchScreen(res, inner);
}

async function draw(svg: string, size: number, file: string, opaque = false): Promise<void> {
  const image = sharp(Buffer.from(svg), { density: 144 }).resize(size, size);
  await (opaque ? image.flatten({ background }) : image).png({ compressionLevel: 9 }).toFile(file);
}

/** Returns a square image, which iOS crops to the screen. */
async function renderLaunchScreen(drawing: string): Promise<Buffer> {
  const size = 2732;
  const input = await sharp(Buffer.from(drawing), { density: 144 }).resize(820, 820).toBuffer();
  return sharp({ create: { width: size, height: size, channels: 3, background } })
    .composite([{ input }])
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer();
}

/** Replaces Capacitor's image per screen shape by one drawing on a background color. */
async function drawAndroidLaunchScreen(res: string, drawing: string): Promise<void> {
  const shapes = ["land", "port"].flatMap((orientation) =>
    Object.keys(densities).map((density) => `drawable-${orientation}-${density}`),
  );
  for (const folder of [...shapes, "drawable/splash.png"]) {
    await rm(join(res, folder), { recursive: true, force: true });
  }
  const drawingFile = join(res, "drawable-xxxhdpi/splash_drawing.png");
  await mkdir(dirname(drawingFile), { recursive: true });
  await draw(drawing, 1152, drawingFile);
  await writeFile(
    join(res, "drawable/splash.xml"),
    `<?xml version="1.0" encoding="utf-8"?>
<layer-list xmlns:android="http://schemas.android.com/apk/res/android">
    <item android:drawable="@color/ic_launcher_background" />
    <item>
        <bitmap
            android:gravity="center"
            android:src="@drawable/splash_drawing" />
    </item>
</layer-list>
`,
  );
  await writeFile(
    join(res, "values/ic_launcher_background.xml"),
    `<?xml version="1.0" encoding="utf-8"?>
<resources>
    <color name="ic_launcher_background">${background}</color>
</resources>
`,
  );
}

/** Scales the drawing around its center. */
function scaleDrawing(svg: string, factor: number): string {
  const shift = (512 * (1 - factor)) / 2;
  return svg
    .replace("</title>", `</title><g transform="translate(${shift} ${shift}) scale(${factor})">`)
    .replace("</svg>", "</g></svg>");
}

/** Returns the icon with a round background. */
function roundIcon(svg: string): string {
  return svg.replace('rx="128"', 'rx="256"');
}
