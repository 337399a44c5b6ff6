// @ts-check
// Installs the worker that serves rules, pocket cards and the trainer without a network.

// After the page is drawn: nothing here may delay it.
const whenIdle = (/** @type {() => void} */ work) =>
  "requestIdleCallback" in globalThis ? requestIdleCallback(work) : setTimeout(work, 1000);

async function install() {
  const registration = await navigator.serviceWorker.register("/service-worker.js");
  const ready = await navigator.serviceWorker.ready;
  ready.active?.postMessage("store");
  return registration;
}

// Browsers offer workers on secure connections and on the machine itself only.
export function installOffline() {
  if (!("serviceWorker" in navigator)) return;
  const begin = () => whenIdle(() => install().catch(() => null));
  if (document.readyState === "complete") begin();
  else addEventListener("load", begin, { once: true });
}
