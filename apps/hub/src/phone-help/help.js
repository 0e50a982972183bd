// What the page does on top of its links: shows the fitting steps, hands the pairing code on, and tells by itself
// when the certificate is trusted.

const status = document.getElementById("status");
const text = document.getElementById("status-text");

openFittingSteps();
handOnHash();
addEventListener("hashchange", handOnHash);
check();
document.addEventListener("visibilitychange", check);
addEventListener("pageshow", check);
setInterval(check, 3000);

/** The server goes by the browser's name, in which an iPad calls itself a Mac. */
function openFittingSteps() {
  const isIPad = /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;
  if (!isIPad) return;
  const steps = document.getElementById("apple");
  document.getElementById("devices").prepend(steps);
  steps.open = true;
}

/** The hash holds the one-time pairing code; browsers never send it, so only a script can pass it on. */
function handOnHash() {
  for (const link of document.querySelectorAll("[data-scanner]")) {
    link.href =
      link.href.replace(/#.*$/, "") + (location.hash.startsWith("#/") ? location.hash : "");
  }
}

/** A no-cors fetch needs no permission of the hub and succeeds exactly when the TLS connection does. */
async function check() {
  const { state } = status.dataset;
  if (document.hidden || state === "ready" || state === "checking") return;
  if (state === "idle") show("checking", "Checking whether this device trusts your hub …");
  else status.dataset.state = "checking";
  try {
    const signal = AbortSignal.timeout(5000);
    await fetch(status.dataset.probe, {
      mode: "no-cors",
      cache: "no-store",
      credentials: "omit",
      signal,
    });
    show("ready", "Ready. This device trusts your hub.");
    for (const steps of document.querySelectorAll("#devices details")) steps.open = false;
  } catch {
    show("waiting", "Not trusted yet. Follow the steps below; this line changes by itself.");
  }
}

function show(state, sentence) {
  status.hidden = false;
  status.dataset.state = state;
  // The same sentence again would be read out again.
  if (text.textContent !== sentence) text.textContent = sentence;
}
