// A screen that stays on for as long as the page is looked at, where the browser can do that.

export function stayAwake() {
  if (!("wakeLock" in navigator)) return;
  const ask = () => document.hidden || navigator.wakeLock.request("screen").catch(() => {});       // a low battery says no
  document.addEventListener("visibilitychange", ask);
  ask();
}
