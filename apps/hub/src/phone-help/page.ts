import { languageName } from "@scanhook/texts/language-name";
import { findDirection } from "@scanhook/texts/text-direction";
import { iconAddress, logo } from "../logo.ts";
import type { Phone } from "../texts/types/phone.ts";
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
  language: string;
  /** The languages that the page can have. */
  languages: readonly string[];
  /** The texts in the language. They are HTML, and the values that they get must be, too. */
  texts: Phone;
}): string {
  const { texts, language } = parts;
  const { status, without, what } = texts;
  const base = escapeText(parts.httpsBase);
  const scanner = `${base}/scan/`;
  const name = escapeText(parts.name);
  const local = escapeText(parts.localUrl);
  return `<!doctype html>
<html lang="${language}" dir="${findDirection(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${texts.title}</title>
<link rel="icon" href="${iconAddress}">
<link rel="stylesheet" href="/phone/help.css">
<script src="/phone/help.js" defer></script>
</head>
<body>
<header class="brand">${logo}<span>Scanhook</span></header>
<main>
<h1>${texts.heading}</h1>
<p class="lead">${texts.lead}</p>

<div class="status" id="status" data-probe="${base}/healthz" data-state="idle"
  data-checking="${escapeText(status.checking)}" data-ready="${escapeText(status.ready)}"
  data-waiting="${escapeText(status.waiting)}" hidden>
  <span class="sign" aria-hidden="true">${icons.check}</span>
  <p id="status-text" role="status"></p>
  <a class="button" data-scanner href="${scanner}">${texts.openScanner}</a>
</div>

<section aria-label="${escapeText(texts.devices.label)}" id="devices">
${sections(texts, parts.device, { name, local })}
</section>

<p class="next"><a class="button" data-scanner href="${scanner}">${texts.openScanner}</a></p>
<noscript><p class="note">${texts.noScript}</p></noscript>

<section aria-label="${escapeText(texts.more)}">
<details class="card plain">
  <summary>${without.title}</summary>
  <div class="inside">
  <p>${without.how}</p>
  <p>${without.risk}</p>
  <p><a data-scanner href="${scanner}">${without.open}</a></p>
  </div>
</details>
<details class="card plain">
  <summary>${what.title}</summary>
  <div class="inside">
  <p>${what.certificate({ name })}</p>
  <p>${what.compare({ address: `${local}/phone` })}</p>
  <p class="fingerprint" id="fingerprint" translate="no">${escapeText(parts.fingerprint).replaceAll(":", ":<wbr>")}</p>
  <p>${what.files({
    profile: `<a href="/ca.mobileconfig">${what.profile}</a>`,
    der: '<a href="/ca.crt">DER</a>',
    pem: '<a href="/ca.pem">PEM</a>',
  })}</p>
  </div>
</details>
</section>
${renderLanguages(parts)}
</main>
</body>
</html>
`;
}

/** Renders the steps for every device, with those for `visitor` first and open. */
function sections(texts: Phone, visitor: Device, parts: { name: string; local: string }): string {
  const all: { device: Device; icon: string; steps: string }[] = [
    { device: "apple", icon: icons.phone, steps: appleSteps(texts, parts.name) },
    { device: "android", icon: icons.phone, steps: androidSteps(texts) },
    { device: "computer", icon: icons.laptop, steps: computerSteps(texts, parts.local) },
  ];
  return all
    .sort((a, b) => Number(b.device === visitor) - Number(a.device === visitor))
    .map(
      ({ device, icon, steps }) =>
        `<details class="card" name="device" id="${device}"${device === visitor ? " open" : ""}>
  <summary>${icon}<span>${texts.devices[device]}</span></summary>
  <div class="inside">${steps}</div>
</details>`,
    )
    .join("\n");
}

const appleSteps = ({ apple }: Phone, name: string) => `<ol>
  <li><a class="button small" href="/ca.mobileconfig">${apple.getProfile}</a>
    <p class="note">${apple.getProfileNote}</p></li>
  <li>${apple.install}
    <p class="note">${apple.installNote}</p></li>
  <li>${apple.trust({ name })}</li>
  <li>${apple.comeBack}</li>
</ol>`;

const derFile = "scanhook-ca.crt";

const androidSteps = ({ android }: Phone) => `<ol>
  <li><a class="button small" href="/ca.crt" download="${derFile}">${android.getCertificate}</a>
    <p class="note">${android.getCertificateNote}</p></li>
  <li>${android.openSettings}
    <p class="note">${android.openSettingsNote}</p></li>
  <li>${android.install({ file: derFile })}
    <p class="note">${android.installNote}</p></li>
  <li>${android.comeBack}</li>
</ol>`;

function computerSteps({ computer }: Phone, local: string): string {
  const address = `<a href="${local}/scan/">${local}/scan/</a>`;
  const link = `<a href="/ca.crt" download="${derFile}">`;
  return `<p class="note">${computer.ofHub({ address })}</p>
<ol>
  <li><a class="button small" href="/ca.pem" download="scanhook-ca.pem">${computer.getCertificate}</a>
    <p class="note">${computer.getCertificateNote.replace("<a>", link)}</p></li>
  <li>${computer.add}
    <dl>
      <dt>macOS</dt><dd>${computer.macOs}</dd>
      <dt>Windows</dt><dd>${computer.windows}</dd>
      <dt>Linux, ChromeOS</dt><dd>${computer.linux}</dd>
      <dt>Firefox</dt><dd>${computer.firefox}</dd>
    </dl></li>
  <li>${computer.comeBack}</li>
</ol>`;
}

/** Renders links to the page in each language, by the language's own name. */
function renderLanguages(parts: {
  language: string;
  languages: readonly string[];
  texts: Phone;
}): string {
  if (parts.languages.length < 2) return "";
  const links = parts.languages.map((language) => {
    const current = language === parts.language ? ' aria-current="true"' : "";
    const attributes = `lang="${language}" hreflang="${language}"${current} data-language`;
    return `<li><a href="/phone?language=${language}" ${attributes}>${languageName(language)}</a></li>`;
  });
  return `<nav class="languages" aria-label="${escapeText(parts.texts.languages)}"><ul>
${links.join("\n")}
</ul></nav>`;
}

const icon = (path: string) =>
  `<svg class="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">${path}</svg>`;

const icons = {
  phone: icon('<rect x="7" y="3" width="10" height="18" rx="2"/><path d="M11 18h2"/>'),
  laptop: icon('<rect x="5" y="5" width="14" height="10" rx="1.5"/><path d="M3 19h18"/>'),
  check: icon('<path d="m5 12.5 4.5 4.5L19 7.5"/>'),
};
