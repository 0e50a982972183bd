import { iconAddress, logo } from "../logo.ts";
import { escapeText } from "./escape.ts";

export type Device = "apple" | "android" | "computer";

/**
 * Renders the page `/phone`. It works without its script, which checks whether the device trusts
 * the hub, and keeps the pairing code in links.
 */
export function renderPage(parts: {
  device: Device;
  httpsBase: string;
  /** The URL of the hub on its own machine, such as `http://localhost:8080`. */
  localUrl: string;
  name: string;
  fingerprint: string;
}): string {
  const base = escapeText(parts.httpsBase);
  const scanner = `${base}/scan/`;
  const name = escapeText(parts.name);
  const local = escapeText(parts.localUrl);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Set up this device · Scanhook</title>
<link rel="icon" href="${iconAddress}">
<link rel="stylesheet" href="/phone/help.css">
<script src="/phone/help.js" defer></script>
</head>
<body>
<header class="brand">${logo}<span>Scanhook</span></header>
<main>
<h1>Let this device trust your hub</h1>
<p class="lead">Browsers allow the camera only on pages with a certificate they trust. Your hub made its own
certificate, so this device has to learn to trust it once. That takes about a minute.</p>

<div class="status" id="status" data-probe="${base}/healthz" data-state="idle" hidden>
  <span class="sign" aria-hidden="true">${icons.check}</span>
  <p id="status-text" role="status"></p>
  <a class="button" data-scanner href="${scanner}">Open the scanner</a>
</div>

<section aria-label="Steps for each kind of device" id="devices">
${sections(parts.device, { name, local })}
</section>

<p class="next"><a class="button" data-scanner href="${scanner}">Open the scanner</a></p>
<noscript><p class="note">The scanner needs JavaScript, which is off in this browser. Switch it on. If you came here
by a QR code, then scan that code again.</p></noscript>

<section aria-label="More">
<details class="card plain">
  <summary>Continue without installing anything</summary>
  <div class="inside">
  <p>You can open the scanner right away. The browser then warns that the connection is not private. In Chrome
  and Edge, choose <b>Advanced</b>, then <b>Proceed</b>. In Firefox, choose <b>Advanced</b>, then <b>Accept the Risk and
  Continue</b>. In Safari, choose <b>Show Details</b>, then <b>visit this website</b>.</p>
  <p>Your scans are still encrypted. But the browser cannot tell your hub from somebody on the same network who
  pretends to be it. It will show the warning again from time to time, and you cannot install the scanner or open
  it offline. This is fine for a quick try at home, but not on a network that you share.</p>
  <p><a data-scanner href="${scanner}">Open the scanner and accept the warning</a></p>
  </div>
</details>
<details class="card plain">
  <summary>What exactly do I install?</summary>
  <div class="inside">
  <p>The certificate of <b>${name}</b>, which your hub made for itself. It is valid only for private names and
  addresses such as those of your hub, never for websites on the internet. You can remove it at any time in the same
  settings.</p>
  <p>To make sure that nobody on the network replaced it, compare its SHA-256 fingerprint with the one that the hub's
  own machine shows at <code>${local}/phone</code>:</p>
  <p class="fingerprint" id="fingerprint" translate="no">${escapeText(parts.fingerprint).replaceAll(":", ":<wbr>")}</p>
  <p>Files: <a href="/ca.mobileconfig">profile</a>, <a href="/ca.crt">DER</a>, <a href="/ca.pem">PEM</a></p>
  </div>
</details>
</section>
</main>
</body>
</html>
`;
}

/** Renders the steps for every device, with those for `visitor` first and open. */
function sections(visitor: Device, parts: { name: string; local: string }): string {
  const all: { device: Device; title: string; icon: string; steps: string }[] = [
    { device: "apple", title: "iPhone or iPad", icon: icons.phone, steps: appleSteps(parts.name) },
    { device: "android", title: "Android", icon: icons.phone, steps: androidSteps },
    {
      device: "computer",
      title: "Laptop or desktop",
      icon: icons.laptop,
      steps: computerSteps(parts.local),
    },
  ];
  return all
    .sort((a, b) => Number(b.device === visitor) - Number(a.device === visitor))
    .map(
      ({ device, title, icon, steps }) =>
        `<details class="card" name="device" id="${device}"${device === visitor ? " open" : ""}>
  <summary>${icon}<span>${title}</span></summary>
  <div class="inside">${steps}</div>
</details>`,
    )
    .join("\n");
}

const appleSteps = (name: string) => `<ol>
  <li><a class="button small" href="/ca.mobileconfig">Get the profile</a>
    <p class="note">Use Safari, and tap <b>Allow</b> when it asks.</p></li>
  <li>Open <b>Settings</b>, tap <b>Profile Downloaded</b> near the top, then <b>Install</b>.
    <p class="note">“Not Verified” is as expected, because your hub signed the profile and not a company.</p></li>
  <li>In <b>Settings</b>, open <b>General</b>, then <b>About</b>, then <b>Certificate Trust Settings</b> at the very
    bottom. Switch on <b>${name}</b>.</li>
  <li>Come back to this page. It detects the change by itself.</li>
</ol>`;

const androidSteps = `<ol>
  <li><a class="button small" href="/ca.crt" download="scanhook-ca.crt">Get the certificate</a>
    <p class="note">If the browser calls the download insecure, choose <b>Keep</b>.</p></li>
  <li>In <b>Settings</b>, open <b>Security</b>, then <b>Encryption &amp; credentials</b>, then
    <b>Install a certificate</b>, then <b>CA certificate</b>.
    <p class="note">These names differ between phones. If you cannot find them, search the settings for “CA
    certificate”.</p></li>
  <li>Tap <b>Install anyway</b> and choose <b>scanhook-ca.crt</b> in your downloads.
    <p class="note">Android may then warn that the network may be monitored. It shows this warning for every
    certificate that a person installs.</p></li>
  <li>Come back to this page in Chrome, Edge or Samsung Internet. It detects the change by itself.</li>
</ol>`;

const computerSteps = (
  local: string,
) => `<p class="note">On the computer that runs the hub, skip these steps and
  open <a href="${local}/scan/">${local}/scan/</a>.</p>
<ol>
  <li><a class="button small" href="/ca.pem" download="scanhook-ca.pem">Get the certificate</a>
    <p class="note">On Windows, get it <a href="/ca.crt" download="scanhook-ca.crt">as a .crt file</a>.</p></li>
  <li>Add it to the certificates that your system trusts:
    <dl>
      <dt>macOS</dt><dd>Open the file in Keychain Access, double-click it there, and under Trust choose
        <b>Always Trust</b>.</dd>
      <dt>Windows</dt><dd>Open the file, choose <b>Install Certificate</b>, then <b>Current User</b>, and place it in
        <b>Trusted Root Certification Authorities</b>.</dd>
      <dt>Linux, ChromeOS</dt><dd>In Chrome's settings, open <b>Manage certificates</b> and import the file as an
        authority, trusted for websites.</dd>
      <dt>Firefox</dt><dd>In the settings, open <b>Privacy &amp; Security</b>, then <b>View Certificates</b>, then
        <b>Authorities</b>, and choose <b>Import</b>.</dd>
    </dl></li>
  <li>Restart the browser and come back to this page.</li>
</ol>`;

const icon = (path: string) =>
  `<svg class="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">${path}</svg>`;

const icons = {
  phone: icon('<rect x="7" y="3" width="10" height="18" rx="2"/><path d="M11 18h2"/>'),
  laptop: icon('<rect x="5" y="5" width="14" height="10" rx="1.5"/><path d="M3 19h18"/>'),
  check: icon('<path d="m5 12.5 4.5 4.5L19 7.5"/>'),
};
