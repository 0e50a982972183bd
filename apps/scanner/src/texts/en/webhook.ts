import type { TestStep } from "../../webhook/connection-test.ts";

/**
 * The texts of the page More → Webhook: the receiver URL, the credentials, the switches and the
 * test.
 */
export const webhook = {
  title: "Webhook",
  lead: "Each scan is sent from this device directly to the receiver URL, as one POST request.",
  url: "Receiver URL",
  urlPlaceholder: "https://…",
  urlHint: "Leave it empty to send nothing.",
  credentialsHint: "Only if your receiver asks for them. They are sent only when it does so.",
  user: "Username",
  password: "Password",
  passwordHint: "Stored encrypted on this device. It never appears in a URL or a log.",
  passwordStored: "stored",
  passwordKept:
    "A password is stored on this device, encrypted. Leave this empty to keep it, or enter a new one.",
  passwordElsewhere: (origin: string) =>
    `The stored password belongs to ${origin} and is not sent to another server. Enter the password for this receiver URL.`,
  colon: "A username cannot contain a colon (:).",
  show: "Show",
  hide: "Hide",
  forget: "Forget password",
  forgotten: "The password was removed from this device.",
  save: "Save",
  saved: "Saved.",
  notSaved:
    "The browser did not allow storing the password, as in some private windows. Nothing was changed.",
  sent: "What is sent",
  sendNfc: "NFC scans",
  sendNfcHint: "Content and UID of every tag",
  sendCodes: "QR and barcode scans",
  sendCodesHint: "Content of every code",
  test: "Test the connection",
  testHint:
    "Sends one scan with the content “Scanhook test” to the receiver URL above, with the values above, saved or not.",
  testRun: "Send a test scan",
  testAgain: "Test again",
  testing: "Testing …",
  steps: {
    ok: "fine",
    bad: "failed",
    warn: "warning",
    none: "note",
  },
  describeStep,
  headers: "Headers the receiver must send",
  copyHeaders: "Copy headers",
  pairHint:
    "If you have a Scanhook hub, choose “Pair a phone” there and scan its code on the QR tab instead.",
};

/** Describes a step of the test, and what to do if it failed. */
function describeStep(step: TestStep): { title: string; detail?: string } {
  switch (step.kind) {
    case "receiver-url":
      if (step.state === "bad")
        return { title: "The receiver URL cannot be used", detail: step.reason };
      return step.tls
        ? { title: `Sending to ${step.host}` }
        : {
            title: `Sending to ${step.host}`,
            detail: "Not encrypted: the receiver is on this device.",
          };
    case "reached":
      if (step.state === "ok") {
        return {
          title: `Reached in ${step.ms} ms`,
          detail: step.tls ? "Encrypted, with a certificate that this device trusts." : "",
        };
      }
      if (step.cause !== "blocked") return { title: "Not reached", detail: step.reason };
      return {
        title: "Nothing answered",
        detail:
          "Check that the hub or receiver is on, that this device is on its network, and that the receiver URL is right. If that is so, open the receiver URL in a browser tab: a warning there means that this device does not trust the certificate.",
      };
    case "blocked":
      return step.stage === "credentials"
        ? {
            title: "It does not let this page send a password",
            detail:
              "It allows pages to send, but not with a password (CORS). If you run this receiver: its response to OPTIONS must allow the header “authorization”.",
          }
        : {
            title: "It answers, but does not let this page send",
            detail:
              "A browser lets a page send only to receivers that allow it (CORS). If you run this receiver: make it respond to OPTIONS with 204, without asking for a password, and add these headers to every response. If you cannot change it, put a Scanhook hub in front of it. This page cannot tell whether the test scan arrived.",
          };
    case "challenge":
      if (step.state === "ok") {
        const realm = step.realm ? `, for “${step.realm}”` : "";
        return step.scheme === "basic"
          ? { title: `It asks for a username and password${realm}` }
          : { title: `It asks for authentication with “${step.scheme}”${realm}` };
      }
      return step.unused
        ? {
            title: "It did not ask for a password",
            detail:
              "So your username and password were not sent. It accepted the scan all the same, so anyone can send scans to it.",
          }
        : { title: "It did not ask for a password" };
    case "hidden-challenge":
      return {
        title: "It refused the scan, and this page cannot see what it asks for",
        detail:
          "If the receiver requires a username and password, it must respond with 401 and WWW-Authenticate: Basic, and let pages read that header.",
      };
    case "credentials":
      return { title: step.user ? `Sent the password of “${step.user}”` : "Sent the password" };
    case "response": {
      const reply = step.reply ? `It says: ${step.reply.text}` : "";
      if (step.state === "bad") {
        return { title: `Refused (${step.status})`, detail: [step.reason, reply].join(" ").trim() };
      }
      const title = `Accepted (${step.status}) after ${step.ms} ms`;
      return { title: step.state === "warn" ? `${title}, with a warning` : title, detail: reply };
    }
  }
}
