// The script that every page runs before its modules. It adds the functions that the oldest
// supported browsers lack, and says in an older browser what the page needs. It is ES5, because any
// other syntax would stop such a browser.
(function () {
  "use strict";

  function isTooOld() {
    try {
      new RegExp("(?<=a)b");
    } catch (error) {
      return true;
    }
    return !(
      "noModule" in document.createElement("script") &&
      "toSorted" in Array.prototype &&
      CSS.supports("color", "color-mix(in srgb, red, blue)")
    );
  }

  if (isTooOld()) {
    var app = document.getElementById("app");
    // The modules, if any of them runs, find no place to draw to.
    app.removeAttribute("id");
    var message = document.createElement("p");
    message.setAttribute("role", "alert");
    message.setAttribute("class", "cannot-run");
    message.appendChild(document.createTextNode(TOO_OLD_MESSAGE));
    app.appendChild(message);
    return;
  }

  function add(target, name, value) {
    if (name in target) return;
    Object.defineProperty(target, name, { value: value, writable: true, configurable: true });
  }

  add(URL, "parse", function (url, base) {
    try {
      return new URL(url, base);
    } catch (error) {
      return null;
    }
  });

  add(URL, "canParse", function (url, base) {
    return URL.parse(url, base) !== null;
  });

  add(Promise, "withResolvers", function () {
    var result = {};
    result.promise = new this(function (resolve, reject) {
      result.resolve = resolve;
      result.reject = reject;
    });
    return result;
  });

  function isAborted(signal) {
    return signal.aborted;
  }

  add(AbortSignal, "any", function (signals) {
    var controller = new AbortController();
    var sources = Array.from(signals);
    function follow() {
      sources.forEach(function (signal) {
        signal.removeEventListener("abort", follow);
      });
      controller.abort(sources.find(isAborted).reason);
    }
    if (sources.some(isAborted)) follow();
    else {
      sources.forEach(function (signal) {
        signal.addEventListener("abort", follow);
      });
    }
    return controller.signal;
  });

  var loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|([^\uD800-\uDBFF]|^)[\uDC00-\uDFFF]/;
  add(String.prototype, "isWellFormed", function () {
    return !loneSurrogate.test(String(this));
  });

  add(String.prototype, "toWellFormed", function () {
    // TextEncoder replaces every lone surrogate with U+FFFD (WHATWG Encoding, USVString).
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(
      new TextEncoder().encode(String(this))
    );
  });
})();
