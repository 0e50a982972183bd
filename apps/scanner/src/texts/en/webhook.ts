import type { TestStep } from "../../webhook/connection-test.ts";

/** More → Webhook: the receiver, its credentials, the switches, the test. */
export const webhook = {
  title: "Webhook",
  lead: "Each scan is sent to this address as one POST, straight from this device.",
  receiver: "Receiver",
  url: "Receiver URL",
  urlPlaceholder: "https://…",
  urlHint: "Leave it empty to send nothing.",
  credentialsHint: "Only if your receiver asks for them. They are sent only when it does.",
  user: "Username",
  password: "Password",
  passwordHint: "Stored encrypted on this device, never shown in the address or a log.",
  passwordStored: "stored",
  passwordKept:
    "A password is stored, encrypted on this device. Leave this empty to keep it, or type a new one.",
  passwordElsewhere: (origin: string) =>
    `The stored password belongs to ${origin} and is not given to another host. Type the one for this address.`,
  colon: "A username cannot hold a colon (:).",
  show: "Show",
  hide: "Hide",
  forget: "Forget password",
  forgotten: "The password is forgotten.",
  save: "Save",
  saved: "Saved.",
  notSaved: "The browser did not allow storing the password (a private window?).",
  sent: "What is sent",
  sendNfc: "NFC scans",
  sendNfcHint: "Content and UID of every tag",
  sendCodes: "QR and barcode scans",
  sendCodesHint: "Content of every code",
  test: "Test the connection",
  testHint:
    "Sends one scan with the content “Scanhook test” to the receiver above, with the values above, saved or not.",
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
  pairHint: "Have a Scanhook hub? Pair a phone there, and scan its code in the QR tab.",
};

/** A finding of the test: what it is, and what to do if it is bad. */
function describeStep(step: TestStep): { title: string; detail?: string } {
  switch (step.kind) {
    case "address":
      if (step.state === "bad") return { title: "The address cannot be used", detail: step.reason };
      return step.tls
        ? { title: `Sending to ${step.host}` }
        : { title: `Sending to ${step.host}`, detail: "Not encrypted: it is this very device." };
    case "reached":
      if (step.state === "ok") {
        return {
          title: `Reached in ${step.ms} ms`,
          detail: step.tls ? "Encrypted, with a certificate that this device trusts." : "",
        };
      }
      if (step.cause !== "blocked") return { title: "Not reached", detail: step.reason };
      return {
        title: "Not reached",
        detail:
          "Nothing answered that this browser would talk to. Check that the receiver is running, that this device is in its network, and that its certificate is trusted here: open the address in a browser tab to see.",
      };
    case "blocked":
      return step.at === "credentials"
        ? {
            title: "The password was blocked by the browser (CORS)",
            detail:
              "The receiver lets this page send, but not with a password: its answer to OPTIONS must allow the header “authorization”.",
          }
        : {
            title: "Blocked by the browser (CORS)",
            detail:
              "The server is there, but it does not say that this page may send to it. Make it answer OPTIONS with 204, without asking for a password, and put these headers on every answer. If you cannot change it, put a Scanhook hub in front. Whether the test scan arrived cannot be seen from here.",
          };
    case "challenge":
      if (step.state === "ok") {
        const realm = step.realm ? `, for “${step.realm}”` : "";
        return step.scheme === "basic"
          ? { title: `It asks for a username and password${realm}` }
          : { title: `It asks for the log-in “${step.scheme}”${realm}` };
      }
      return step.unused
        ? {
            title: "It asked for no password",
            detail: "So your username and password were not sent. Anybody may send scans there.",
          }
        : { title: "It asked for no password" };
    case "hidden-challenge":
      return {
        title: "It refused, and the page cannot see what it asks for",
        detail:
          "If the receiver wants a username and password, it must answer 401 with WWW-Authenticate: Basic and let pages read that header.",
      };
    case "credentials":
      return { title: step.user ? `Sent the password of “${step.user}”` : "Sent the password" };
    case "answer": {
      const reply = step.reply ? `It says: ${step.reply.text}` : "";
      if (step.state === "bad") {
        return { title: `Refused (${step.status})`, detail: [step.reason, reply].join(" ").trim() };
      }
      const title = `Accepted (${step.status}) after ${step.ms} ms`;
      return { title: step.state === "warn" ? `${title}, with a warning` : title, detail: reply };
    }
  }
}
