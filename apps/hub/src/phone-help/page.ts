import { escapeText } from "./escape.ts";

export type Device = "apple" | "android" | "computer";

/** The page of `/phone`. Works without its script; that adds the check and hands the pairing code on. */
export function renderPage(parts: {
  device: Device;
  httpsBase: string;
  /** The hub on its own machine, as `http://localhost:8080`. */
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
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/phone/help.css">
<script src="/phone/help.js" defer></script>
</head>
<body>
<header class="brand">${icons.mark}<span>Scanhook</span></header>
<main>
<h1>Let this device trust your hub</h1>
<p class="lead">Browsers give the camera only to pages with a certificate they trust. Your hub made its own,
so this device has to be told once. It takes about a minute.</p>

<div class="status" id="status" data-probe="${base}/healthz" data-state="idle" hidden>
  <span class="sign" aria-hidden="true">${icons.check}</span>
  <p id="status-text" role="status"></p>
  <a class="button" data-scanner href="${scanner}">Open the scanner</a>
</div>

<section aria-label="Steps for each kind of device" id="devices">
${sections(parts.device, { name, local })}
</section>

<p class="next"><a class="button" data-scanner href="${scanner}">Open the scanner</a></p>
<noscript><p class="note">This browser runs no JavaScript, which the scanner needs. If the link to this page came
from a QR code, scan that code again once JavaScript is on.</p></noscript>

<section aria-label="More">
<details class="card plain">
  <summary>Go on without installing anything</summary>
  <div class="inside">
  <p>You can open the scanner straight away. The browser then warns that the connection is not private. Choose
  <b>Advanced</b>, then <b>Proceed</b>; on an iPhone <b>Show Details</b>, then <b>visit this website</b>.</p>
  <p>Scans are still encrypted on their way. But the browser can no longer tell your hub from somebody on
  the same network who pretends to be it, it will ask again now and then, and the scanner cannot be installed or
  opened offline. Good for a quick try at home; not for a network you share.</p>
  <p><a data-scanner href="${scanner}">Open the scanner and accept the warning</a></p>
  </div>
</details>
<details class="card plain">
  <summary>What exactly do I install?</summary>
  <div class="inside">
  <p>The certificate of <b>${name}</b>, which your hub made for itself. It can vouch only for private names and
  addresses such as your hub's, never for websites on the internet. You can remove it at any time in the same settings.</p>
  <p>To be sure that nobody on the network swapped it, compare its SHA-256 fingerprint with the one that the hub's own
  machine shows at <code>${local}/phone</code>:</p>
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

/** All of them, the fitting one first and open. */
function sections(fitting: Device, parts: { name: string; local: string }): string {
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
    .sort((a, b) => Number(b.device === fitting) - Number(a.device === fitting))
    .map(
      ({ device, title, icon, steps }) =>
        `<details class="card" name="device" id="${device}"${device === fitting ? " open" : ""}>
  <summary>${icon}<span>${title}</span></summary>
  <div class="inside">${steps}</div>
</details>`,
    )
    .join("\n");
}

const appleSteps = (name: string) => `<ol>
  <li><a class="button small" href="/ca.mobileconfig">Get the profile</a>
    <p class="note">In Safari. Tap <b>Allow</b> when it asks.</p></li>
  <li>Open <b>Settings</b>, tap <b>Profile Downloaded</b> near the top, then <b>Install</b>.
    <p class="note">“Not Verified” is right: your hub made it, no company signed it.</p></li>
  <li>In <b>Settings</b>, go to <b>General</b>, <b>About</b>, and at the very bottom
    <b>Certificate Trust Settings</b>. Switch on <b>${name}</b>.</li>
  <li>Come back to this page. It notices by itself.</li>
</ol>`;

const androidSteps = `<ol>
  <li><a class="button small" href="/ca.crt" download="scanhook-ca.crt">Get the certificate</a>
    <p class="note">If the browser calls the download insecure, choose <b>Keep</b>.</p></li>
  <li>In <b>Settings</b>, go to <b>Security</b>, <b>Encryption &amp; credentials</b>,
    <b>Install a certificate</b>, <b>CA certificate</b>.
    <p class="note">Phones name these differently: search the settings for “CA certificate”.</p></li>
  <li>Tap <b>Install anyway</b> and choose <b>scanhook-ca.crt</b> in your downloads.
    <p class="note">Android may then say that the network may be monitored. It says so for every certificate
    that is added by hand.</p></li>
  <li>Come back to this page in Chrome, Edge or Samsung Internet. It notices by itself.</li>
</ol>`;

const computerSteps = (
  local: string,
) => `<p class="note">On the computer that runs the hub you need none of this:
  open <a href="${local}/scan/">${local}/scan/</a> there.</p>
<ol>
  <li><a class="button small" href="/ca.pem" download="scanhook-ca.pem">Get the certificate</a>
    <p class="note">For Windows take it <a href="/ca.crt" download="scanhook-ca.crt">as .crt</a>.</p></li>
  <li>Add it to what your system trusts:
    <dl>
      <dt>macOS</dt><dd>Open the file in Keychain Access, double-click it there, and under Trust choose
        <b>Always Trust</b>.</dd>
      <dt>Windows</dt><dd>Open the file, <b>Install Certificate</b>, Current User, and place it in
        <b>Trusted Root Certification Authorities</b>.</dd>
      <dt>Linux, ChromeOS</dt><dd>In Chrome's settings, open <b>Manage certificates</b> and import the file as an
        authority, trusted for websites.</dd>
      <dt>Firefox</dt><dd>Settings, Privacy &amp; Security, <b>View Certificates</b>, Authorities, <b>Import</b>.</dd>
    </dl></li>
  <li>Close the browser once, then come back to this page.</li>
</ol>`;

const icon = (path: string) =>
  `<svg class="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">${path}</svg>`;

const icons = {
  mark: icon(
    '<path d="M4 8V6a2 2 0 0 1 2-2h2M16 4h2a2 2 0 0 1 2 2v2M20 16v2a2 2 0 0 1-2 2h-2M8 20H6a2 2 0 0 1-2-2v-2M8 12h8"/>',
  ),
  phone: icon('<rect x="7" y="3" width="10" height="18" rx="2"/><path d="M11 18h2"/>'),
  laptop: icon('<rect x="5" y="5" width="14" height="10" rx="1.5"/><path d="M3 19h18"/>'),
  check: icon('<path d="m5 12.5 4.5 4.5L19 7.5"/>'),
};
