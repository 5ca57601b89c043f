import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Takes a file that is dropped anywhere on the page, in whose place a browser would otherwise open it. Returns whether one is held over the page. With
 * several at once the first is taken.
 */
export function useDroppedFile(onFile: (file: File) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const take = useEffectEvent(onFile);
  useEffect(() => {
    const leaving = new AbortController();
    const listen = (type: 'dragenter' | 'dragover' | 'dragleave' | 'drop', on: OnDrag) =>
      window.addEventListener(
        type,
        (event) => {
          if (event.dataTransfer?.types.includes('Files') === true) on(event, event.dataTransfer);
        },
        leaving,
      );
    listen('dragenter', () => setIsOver(true));
    listen('dragover', (event) => event.preventDefault());
    // Without it, the pointer has left the window.
    listen('dragleave', ({ relatedTarget }) => {
      if (relatedTarget === null) setIsOver(false);
    });
    listen('drop', (event, { files }) => {
      event.preventDefault();
      setIsOver(false);
      const file = files.item(0);
      if (file !== null) take(file);
    });
    return () => leaving.abort();
  }, []);
  return isOver;
}

type OnDrag = (event: DragEvent, data: DataTransfer) => void;
