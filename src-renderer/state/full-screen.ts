/**
 * The whole screen, in a browser: it asks for a gesture and is left with Esc, which no page can prevent. The desktop app has a kiosk
 * window of its own instead.
 */
export function enterFullScreen(): void {
  if (!canFillScreen()) return;
  // A browser that does not allow it leaves the page as it is.
  document.documentElement.requestFullscreen().catch(() => undefined);
}

export function leaveFullScreen(): void {
  if (document.fullscreenElement === null) return;
  document.exitFullscreen().catch(() => undefined);
}

/** In a browser, as long as the page does not fill the screen. */
export function canFillScreen(): boolean {
  const isDesktop = window.gatehouseStation !== undefined;
  return !isDesktop && document.fullscreenEnabled && document.fullscreenElement === null;
}

export function onFullScreen(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}
