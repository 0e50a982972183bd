// The stories of documents that need the whole browser: its camera and its way to print.
import { expect, test } from "vitest";
import {
  addPictures,
  context,
  errors,
  openAt,
  openDocuments,
  page,
  smallPhoto,
  useDocuments,
} from "./document-device.ts";
import { inspect } from "./inspect.ts";

useDocuments({ camera: true });

test("the link of the action starts the camera, which takes a page by itself, once, and others by hand", async () => {
  await openAt("#/scan-document");
  await page.getByTestId("outline").waitFor();
  await page.getByText("1 page taken").waitFor();
  await page.getByText("Next page (1 taken)").waitFor();
  await inspect(page, "phone, light", "document camera");
  await page.getByRole("button", { name: "Take the picture" }).click();
  await page.getByText("2 pages taken").waitFor();
  await page.getByText("Next page (2 taken)").waitFor();
  // The drawn camera has few pixels, so the app offers a retake.
  await page.getByText(/The last page has only \d+ dpi/).waitFor();
  await page.getByRole("button", { name: "Take it again" }).click();
  await page.getByText("2 pages taken").waitFor();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("img", { name: "Page 2" }).waitFor();
  await page.getByRole("button", { name: "Correct page 2" }).click();
  await page.getByRole("button", { name: "Take again" }).click();
  await page.getByTestId("document-camera").waitFor();
  await page.getByRole("img", { name: "Page 2" }).waitFor();
  expect(await page.getByRole("img", { name: "Page 3" }).count()).toBe(0);
  expect(errors).toEqual([]);
});

test("a document is printed from a frame with its PDF file, or the page says that this browser cannot", async () => {
  await openDocuments();
  await context.addInitScript(() => {
    // The dialog of the browser would wait for a person.
    Object.assign(globalThis, {
      print: () => {
        top!.document.title = `printed from ${location.protocol}`;
      },
    });
  });
  await page.reload();
  await addPictures(smallPhoto);
  await page.getByRole("img", { name: "Page 1" }).waitFor();
  await page.evaluate(() => {
    Object.defineProperty(navigator, "pdfViewerEnabled", { value: false, configurable: true });
  });
  await page.getByRole("button", { name: "Print" }).click();
  await page.getByText("This browser cannot print a PDF from a page.").waitFor();
  await page.evaluate(() => {
    Object.defineProperty(navigator, "pdfViewerEnabled", { value: true });
  });
  await page.getByRole("button", { name: "Print" }).click();
  await expect.poll(() => page.title()).toBe("printed from blob:");
  expect(errors).toEqual([]);
});
