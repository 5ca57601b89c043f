import { app, nativeImage, type BrowserWindow, type NativeImage } from 'electron';

/** Puts a number at the app's icon: in the Dock, in the launchers of Linux that have one, and on Windows as a dot on the taskbar's button. */
export function setBadge(
  window: BrowserWindow,
  count: number,
  description: string,
  platform: NodeJS.Platform = process.platform,
): void {
  if (platform !== 'win32') app.setBadgeCount(count);
  else if (!window.isDestroyed()) window.setOverlayIcon(count === 0 ? null : dot(), description);
}

const SIZE = 32;
/** Blue, green, red, opacity. */
const COLOUR = [0x3b, 0x3b, 0xe5, 0xff];

/** Windows has room for a picture only: a filled circle. */
function dot(): NativeImage {
  const bytes = Buffer.alloc(SIZE * SIZE * 4);
  const radius = SIZE / 2;
  for (let pixel = 0; pixel < SIZE * SIZE; pixel += 1) {
    const x = (pixel % SIZE) + 0.5 - radius;
    const y = Math.floor(pixel / SIZE) + 0.5 - radius;
    if (Math.hypot(x, y) <= radius) bytes.set(COLOUR, pixel * 4);
  }
  return nativeImage.createFromBitmap(bytes, { width: SIZE, height: SIZE });
}
