import { describe, expect, test } from "vitest";
import { sizes } from "./browser.ts";
import { inspect } from "./inspect.ts";
import {
  api,
  createDestinationWithRoute,
  deliveryRow,
  hub,
  openDashboard,
  receiver,
  secret,
  sendScan,
  useHubs,
} from "./routes-by-hand.ts";

// Every screen of forwarding in every look.
useHubs();

describe("in every look", () => {
  test("every screen of forwarding is accessible and fits the window", async () => {
    await api("POST", "/api/inboxes", { name: "spools", title: "Filament", open: true });
    await createDestinationWithRoute();
    await api("POST", "/api/destinations", {
      name: "away",
      title: "The office that is closed, with a title that is rather long",
      kind: "http",
      settings: { url: "http://127.0.0.1:9/hook", auth: "bearer" },
      secrets: { token: secret },
      allowPrivate: true,
    });
    await api("POST", "/api/routes", {
      name: "spools-to-away",
      title: "Only black PLA",
      inbox: "scans",
      destination: "away",
      filter: { content: "BIN-* | TICKET-*", structured: {} },
    });
    await sendScan("https://example.com/tools/drill-7");
    for (let number = 0; number < 6; number += 1) await sendScan(`BIN-081${number}`);
    // The link and the six bins.
    await expect.poll(() => receiver.received.length).toBe(7);
    receiver.reply.status = 422;
    receiver.reply.body = "a very long answer ".repeat(40);
    await sendScan("TICKET-0001");
    for (const look of sizes) {
      const { page, context, errors } = await openDashboard(look, "routes");
      await page.getByText("Failing").waitFor();
      await page.getByTestId("count-dead").getByText("1", { exact: true }).waitFor();
      await inspect(page, look, "routes");
      await page.goto(`${hub.base}/#/make-route`);
      await page.getByTestId("kind-http").waitFor();
      await inspect(page, look, "kinds");
      await page.getByTestId("kind-http").click();
      await page.getByLabel("Address", { exact: true }).fill(receiver.url);
      await page.getByLabel("Authentication").selectOption("hmac-standard");
      await page
        .getByLabel("Signing secrets")
        .fill("whsec_aG9yc2UgYmF0dGVyeSBzdGFwbGUgY29ycmVjdA==");
      await page.getByRole("button", { name: "Add a line to headers" }).click();
      await page.getByTestId("message").waitFor();
      await inspect(page, look, "new route");
      await page.getByLabel("Custom JSON").check();
      await page.getByText("What a template can use").click();
      await page.getByTestId("message").scrollIntoViewIfNeeded();
      await inspect(page, look, "new route, preview");
      await page.goto(`${hub.base}/#/destinations/stock`);
      await deliveryRow(page, "TICKET-0001").getByRole("button").first().click();
      await page.getByTestId("attempt").first().waitFor();
      await inspect(page, look, "destination");
      await page.getByTestId("attempt").first().scrollIntoViewIfNeeded();
      await inspect(page, look, "attempts");
      await page.getByRole("button", { name: "Select", exact: true }).click();
      await page.getByRole("checkbox", { name: /^Select BIN-0813/ }).check();
      await inspect(page, look, "deliveries selected");
      await page.getByRole("button", { name: "Send a time range again" }).click();
      await inspect(page, look, "time range");
      await page.goto(`${hub.base}/#/edit-destination/away`);
      await page.getByText("Set. It is never shown again.").waitFor();
      await inspect(page, look, "edit destination");
      await page.goto(`${hub.base}/#/routes/spools-to-away`);
      await page.getByTestId("message").waitFor();
      await inspect(page, look, "route");
      await page.goto(`${hub.base}/#/`);
      await page.getByTestId("scan-row").first().click();
      await page.getByRole("heading", { name: "Deliveries" }).waitFor();
      await page.getByRole("heading", { name: "Deliveries" }).scrollIntoViewIfNeeded();
      await inspect(page, look, "forwarded scan");
      expect(errors).toEqual([]);
      await context.close();
    }
  });

  test("the screens of forwarding without any route are accessible and fit the window", async () => {
    for (const look of sizes) {
      const { page, context } = await openDashboard(look, "routes");
      await page.getByTestId("kind-http").waitFor();
      await inspect(page, look, "no routes yet");
      await context.close();
    }
  });
});
