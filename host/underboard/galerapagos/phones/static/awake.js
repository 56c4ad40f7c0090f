// Keeping the screen awake, where the browser allows it: on HTTPS and on this computer.

let lock = null;

export async function stayAwake() {
  if (lock || document.hidden || !("wakeLock" in navigator)) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => (lock = null));
  } catch {
    lock = null; // low battery, or not allowed: the screen may sleep
  }
}

document.addEventListener("visibilitychange", stayAwake);
addEventListener("pointerdown", stayAwake);
stayAwake();
