import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import sharp from "sharp";

/** Everything is drawn from this one file. */
const source = new URL("../../public/icon.svg", import.meta.url);
/** The app's colour, as the icon has it. */
const ground = "#4338ca";

/** A pixel of Android's grid in each of its densities. */
const densities = { mdpi: 1, hdpi: 1.5, xhdpi: 2, xxhdpi: 3, xxxhdpi: 4 };

/** Icons and launch screens of both projects, in place of Capacitor's. */
export async function drawPictures(ios: string, android: string): Promise<void> {
  const icon = await readFile(source, "utf8");
  const drawing = icon.replace(/<rect [^>]*>/, "");
  // Systems cut icons to their own shape: those have no corners of their own, and their drawing away from the edge.
  const square = icon.replace('rx="112" ', "");
  const inner = scaled(drawing, 0.6);

  const assets = join(ios, "App/App/Assets.xcassets");
  const splash = await launchScreen(inner);
  await Promise.all([
    draw(square, 1024, join(assets, "AppIcon.appiconset/AppIcon-512@2x.png"), true),
    ...["", "-1", "-2"].map((part) =>
      writeFile(join(assets, `Splash.imageset/splash-2732x2732${part}.png`), splash),
    ),
  ]);

  const res = join(android, "app/src/main/res");
  const sizes = Object.entries(densities).flatMap(([density, scale]) => [
    draw(icon, 48 * scale, join(res, `mipmap-${density}/ic_launcher.png`)),
    draw(round(icon), 48 * scale, join(res, `mipmap-${density}/ic_launcher_round.png`)),
    draw(inner, 108 * scale, join(res, `mipmap-${density}/ic_launcher_foreground.png`)),
  ]);
  await Promise.all(sizes);
  await androidLaunchScreen(res, inner);
}

async function draw(svg: string, size: number, file: string, opaque = false): Promise<void> {
  const picture = sharp(Buffer.from(svg), { density: 144 }).resize(size, size);
  await (opaque ? picture.flatten({ background: ground }) : picture)
    .png({ compressionLevel: 9 })
    .toFile(file);
}

/** iOS crops this square to the screen of the device. */
async function launchScreen(drawing: string): Promise<Buffer> {
  const size = 2732;
  const input = await sharp(Buffer.from(drawing), { density: 144 }).resize(820, 820).toBuffer();
  return sharp({ create: { width: size, height: size, channels: 3, background: ground } })
    .composite([{ input }])
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer();
}

/** One drawing on the app's colour, whatever the screen's shape, in place of a picture for each. */
async function androidLaunchScreen(res: string, drawing: string): Promise<void> {
  const shapes = ["land", "port"].flatMap((turn) =>
    Object.keys(densities).map((density) => `drawable-${turn}-${density}`),
  );
  for (const folder of [...shapes, "drawable/splash.png"]) {
    await rm(join(res, folder), { recursive: true, force: true });
  }
  const picture = join(res, "drawable-xxxhdpi/splash_drawing.png");
  await mkdir(dirname(picture), { recursive: true });
  await draw(drawing, 1152, picture);
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
    <color name="ic_launcher_background">${ground}</color>
</resources>
`,
  );
}

function scaled(svg: string, factor: number): string {
  const shift = (512 * (1 - factor)) / 2;
  return svg
    .replace("</title>", `</title><g transform="translate(${shift} ${shift}) scale(${factor})">`)
    .replace("</svg>", "</g></svg>");
}

function round(svg: string): string {
  return svg.replace('rx="112"', 'rx="256"');
}
