import { expect, test } from "vitest";
import { addGuestList, typeCode, verdictOf } from "./guest-list.ts";
import { shellPage } from "./native-shell/native-side.ts";
import {
  api,
  connectToHub,
  nativeSide,
  phone,
  takePhoneWithCamera,
  useShellPhones,
} from "./native-shell/shell-phone.ts";

// The phone app at a door. Each system hands over the responses of the hub in its own way.
useShellPhones();

test.each(["android", "ios"] as const)(
  "on %s a door shows who is let in, refused, looked at and not checked, and acts",
  async (system) => {
    const door = `door-${system}`;
    await addGuestList(api, door);
    const list = "ticket,name,note\nT-0003,Mary Jackson,Bring her to the stage\n";
    const columns = { key: "ticket", label: "name", attention: "note" };
    await api("POST", `/api/registers/${door}/import`, { text: list, ...columns });
    await takePhoneWithCamera(system);
    const { user } = await connectToHub(door);
    await api("PATCH", `/api/inboxes/${door}/credentials/${user}`, { supervisor: true });
    /** Returns how the phone vibrated last: the method and its options. */
    const vibration = () => {
      const call = nativeSide.calls.findLast(({ plugin }) => plugin === "Haptics");
      return call && { [call.method]: Object.values(call.options)[0] };
    };
    const backToCamera = () =>
      phone.getByRole("button", { name: /^(Back to the camera|Scan next)$/ }).click();

    // The camera sees a code that is on no list.
    await phone.goto(`${shellPage}#/scan-code`);
    await verdictOf(phone, "no").getByText("UNKNOWN", { exact: true }).waitFor();
    await expect.poll(vibration).toEqual({ notification: "ERROR" });
    await backToCamera();

    await typeCode(phone, "T-0001");
    await verdictOf(phone, "yes").getByText("Ada Lovelace", { exact: true }).waitFor();
    await expect.poll(vibration).toEqual({ notification: "SUCCESS" });
    await phone.getByRole("button", { name: "Undo" }).click();
    await verdictOf(phone, "undone").getByText("is no longer inside").first().waitFor();
    await backToCamera();

    await typeCode(phone, "T-0003");
    await verdictOf(phone, "look")
      .getByText(/Bring her to the stage/)
      .waitFor();
    await expect.poll(vibration).toEqual({ notification: "WARNING" });

    await phone.getByRole("link", { name: "Find a guest" }).click();
    await phone.getByLabel("A part of the name or code").fill("hopper");
    await phone.keyboard.press("Enter");
    await phone.getByRole("button", { name: "Check in: Grace Hopper" }).click();
    await phone.getByText("IN", { exact: true }).waitFor();

    await phone.goto(`${shellPage}#/scan-code`);
    nativeSide.answer("CapacitorHttp.request", () => {
      throw Object.assign(new Error("unexpected end of stream"), { name: "IOException" });
    });
    await typeCode(phone, "T-0002");
    await verdictOf(phone, "unchecked").getByText("NOT CHECKED").waitFor();
    await expect.poll(vibration).toEqual({ vibrate: 900 });
    const { inside } = await api<{ inside: number }>("GET", `/api/registers/${door}`);
    expect(inside).toBe(2);
  },
);
