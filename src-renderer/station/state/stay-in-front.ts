/** Text may be dropped into a field. Anything else a browser would open, over the door, where the next scans would go. */
export function refuseDrops(page: Window): void {
  page.addEventListener('dragover', refuse);
  page.addEventListener('drop', refuse);
}

function refuse(event: DragEvent): void {
  const { target, dataTransfer } = event;
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if (isField && dataTransfer?.types.includes('Files') === false) return;
  event.preventDefault();
  if (dataTransfer !== null) dataTransfer.dropEffect = 'none';
}

/** Keeps the display on while the page is in front. The browser takes the lock back each time the page is hidden. */
export function keepDisplayOn({ document, navigator }: Window): void {
  // An insecure page has none, whatever the types say.
  const lock: WakeLock | undefined = Reflect.get(navigator, 'wakeLock');
  if (lock === undefined) return;
  const request = () => {
    // The system may refuse, for example on a low battery; it is asked again when the page comes back.
    if (document.visibilityState === 'visible') lock.request('screen').catch(() => undefined);
  };
  document.addEventListener('visibilitychange', request);
  request();
}

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
