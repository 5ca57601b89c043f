import type { StoreApi } from 'zustand/vanilla';
import type { DoorState } from './door-state.ts';
import { startCamera } from './camera/camera-reader.ts';
import type { PictureCode } from './camera/read-picture.ts';

/** Turns the camera on and off as the station's settings say, and puts its state into the store. */
export function followCamera(
  store: StoreApi<DoorState>,
  onCode: (code: PictureCode) => void,
): () => void {
  let stop: (() => void) | null = null;
  let running: string | null = null;

  const settle = ({ station }: DoorState) => {
    const choice = station?.scanners.choice ?? null;
    const isOn = choice?.camera === true && station?.phase.kind !== 'revoked';
    const wanted = isOn ? `on ${choice.camera_device ?? ''}` : null;
    if (wanted === running) return;
    running = wanted;
    stop?.();
    stop = null;
    if (!isOn) return;
    stop = startCamera({
      device: choice.camera_device,
      onCode,
      onState: (camera) => store.setState({ camera }),
    });
  };
  settle(store.getState());
  const unsubscribe = store.subscribe(settle);
  return () => {
    unsubscribe();
    stop?.();
  };
}
