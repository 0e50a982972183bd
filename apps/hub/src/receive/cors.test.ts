import { describe, expect, it } from "vitest";
import { startTestReceiver } from "./testing/test-receiver.ts";

const preflight = {
  "access-control-request-method": "POST",
  "access-control-request-headers": "authorization,content-type",
};

describe("a preflight", () => {
  it("allows a page on any origin to post with credentials", async () => {
    await using receiver = await startTestReceiver();
    const response = await receiver.call("OPTIONS", "/in/scans", preflight);
    expect(response).toMatchObject({
      status: 204,
      text: "",
      headers: {
        "access-control-allow-origin": "*",
        "access-control-allow-methods": "POST, OPTIONS",
        "access-control-allow-headers": "content-type, authorization",
        "access-control-max-age": "86400",
        vary: "Access-Control-Request-Private-Network",
      },
    });
  });

  it("allows private network access only if the browser asks for it", async () => {
    await using receiver = await startTestReceiver();
    const plain = await receiver.call("OPTIONS", "/in/scans", preflight);
    expect(plain.headers).not.toHaveProperty("access-control-allow-private-network");
    const privateNetwork = { ...preflight, "access-control-request-private-network": "true" };
    const response = await receiver.call("OPTIONS", "/in/nowhere", privateNetwork);
    expect(response.headers["access-control-allow-private-network"]).toBe("true");
  });

  it("succeeds at a wrong address, so that the page can read the refusal that follows", async () => {
    await using receiver = await startTestReceiver();
    for (const path of ["/in", "/in/", "/in/scans/more"]) {
      const { status, headers } = await receiver.call("OPTIONS", path, preflight);
      expect([path, status, headers["access-control-allow-origin"]]).toStrictEqual([
        path,
        204,
        "*",
      ]);
    }
  });
});
