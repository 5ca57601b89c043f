/**
 * Full screen in a browser: it requires a gesture and ends with Esc, which no page can prevent. The desktop app uses a kiosk
 * window instead.
 */
export function enterFullScreen(): void {
  if (!canFillScreen()) return;
  // If the browser does not allow it, nothing changes.
  document.documentElement.requestFullscreen().catch(() => undefined);
}

export function leaveFullScreen(): void {
  if (document.fullscreenElement === null) return;
  document.exitFullscreen().catch(() => undefined);
}

/** True in a browser while the page does not fill the screen. */
export function canFillScreen(): boolean {
  const isDesktop = window.gatehouseStation !== undefined;
  return !isDesktop && document.fullscreenEnabled && document.fullscreenElement === null;
}

export function onFullScreen(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}
