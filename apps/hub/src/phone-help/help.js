// Opens the steps for an iPad, keeps the pairing code in the links, and shows when the device
// trusts the certificate.

const status = document.getElementById("status");
const text = document.getElementById("status-text");

openStepsForIPad();
addHashToLinks();
addEventListener("hashchange", addHashToLinks);
check();
document.addEventListener("visibilitychange", check);
addEventListener("pageshow", check);
setInterval(check, 3000);

/**
 * Shows the steps for an iPad first. The server chooses the steps by the User-Agent header, in
 * which an iPad calls itself a Mac.
 */
function openStepsForIPad() {
  const isIPad = /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;
  if (!isIPad) return;
  const steps = document.getElementById("apple");
  document.getElementById("devices").prepend(steps);
  steps.open = true;
}

/** Copies the one-time pairing code from the hash, which browsers never send to the server. */
function addHashToLinks() {
  for (const link of document.querySelectorAll("[data-scanner], [data-language]")) {
    link.href =
      link.href.replace(/#.*$/, "") + (location.hash.startsWith("#/") ? location.hash : "");
  }
}

/**
 * Checks whether the device trusts the hub. A no-cors fetch needs no permission from the hub, and
 * succeeds exactly if the TLS connection succeeds.
 */
async function check() {
  const { state } = status.dataset;
  if (document.hidden || state === "ready" || state === "checking") return;
  if (state === "idle") show("checking");
  else status.dataset.state = "checking";
  try {
    const signal = AbortSignal.timeout(5000);
    await fetch(status.dataset.probe, {
      mode: "no-cors",
      cache: "no-store",
      credentials: "omit",
      signal,
    });
    show("ready");
    for (const steps of document.querySelectorAll("#devices details")) steps.open = false;
  } catch {
    show("waiting");
  }
}

/** Shows a state, with the sentence that the page has for it in its language. */
function show(state) {
  const sentence = status.dataset[state];
  status.hidden = false;
  status.dataset.state = state;
  // Screen readers would announce the same sentence again.
  if (text.textContent !== sentence) text.textContent = sentence;
}
