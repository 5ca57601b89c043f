import { CameraOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReactElement } from 'react';
import styles from './camera-preview.module.css';
import { useDoorState, useWords } from './door-context.tsx';

/** The camera's picture, or a sentence that says why there is none. Renders nothing while no camera is in use. */
export function CameraPreview(): ReactElement | null {
  const { scanners: words } = useWords();
  const { status, stream } = useDoorState(({ camera }) => camera);
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current !== null) video.current.srcObject = stream;
  }, [stream]);
  if (status === 'off') return null;
  if (stream === null) {
    return (
      <p className={styles['without']} role="status">
        <CameraOff size={20} aria-hidden="true" />
        {words.camera.name}: {words.status[status]}
      </p>
    );
  }
  return (
    <video
      ref={video}
      className={styles['picture']}
      aria-label={words.camera.preview}
      autoPlay
      muted
      playsInline
    />
  );
}
