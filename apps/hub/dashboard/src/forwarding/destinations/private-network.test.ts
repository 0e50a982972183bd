import fc from "fast-check";
import { expect, test } from "vitest";
import { looksPrivate } from "./private-network.ts";

test.each([
  "http://192.168.1.20:1880/scan",
  "https://10.0.0.1",
  "172.31.0.9",
  "127.0.0.1:8080",
  "100.64.0.1",
  "http://localhost:5678/webhook/x",
  "homeassistant.local",
  "http://homeassistant:8123",
  "nas.fritz.box",
  "mqtt://broker.lan:1883",
  "http://[::1]:80/",
  "http://[fd00::1]/",
  "http://[fe80::1]/",
  "http://3232235777/",
])("%s looks private", (address) => {
  expect(looksPrivate(address)).toBe(true);
});

test.each([
  "https://hooks.slack.com/services/x",
  "8.8.8.8",
  "172.32.0.1",
  "192.169.0.1",
  "100.128.0.1",
  "https://[2606:4700::1111]/",
  "mqtts://broker.example.com:8883",
  "https://local.example.com",
  "",
  "   ",
  "http://",
])("%s does not look private", (address) => {
  expect(looksPrivate(address)).toBe(false);
});

test("classifies any text without an error", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(typeof looksPrivate(text)).toBe("boolean");
    }),
  );
});
