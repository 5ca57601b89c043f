import type { PictureCode } from './read-picture.ts';

/** Maximum width of a picture in pixels: a ticket's code fills a good part of it. */
const WIDTH = 960;

/** How a picture is drawn before it is searched. */
interface View {
  readonly filter: string;
  /** In radians, around the middle. */
  readonly turn: number;
}

const AS_IT_IS: View = { filter: 'none', turn: 0 };
/** For codes that the reader does not find as they are: linear ones that are light on dark, or aslant, and codes on a dark page. */
const OTHER_VIEWS: readonly View[] = [
  { filter: 'invert(1)', turn: 0 },
  { filter: 'none', turn: Math.PI / 4 },
  { filter: 'none', turn: Math.PI / 6 },
  { filter: 'none', turn: Math.PI / 3 },
  { filter: 'brightness(4)', turn: 0 },
];

/**
 * Returns a function that searches the current picture of the video for codes, each time in the view whose turn it is; null
 * while there is no picture.
 */
export function searchVideo(video: HTMLVideoElement): () => Promise<readonly PictureCode[] | null> {
  let view = AS_IT_IS;
  let others = 0;
  const canvas = document.createElement('canvas');
  const brush = canvas.getContext('2d', { willReadFrequently: true });

  const takePicture = (): ImageData | null => {
    if (brush === null || video.videoWidth === 0 || video.readyState < video.HAVE_CURRENT_DATA) {
      return null;
    }
    const scale = Math.min(1, WIDTH / video.videoWidth);
    const width = Math.round(video.videoWidth * scale);
    const height = Math.round(video.videoHeight * scale);
    canvas.width = width;
    // A code that lies along a wide picture has to stand in a turned one.
    canvas.height = view.turn === 0 ? height : Math.max(width, height);
    brush.fillStyle = 'grey';
    brush.fillRect(0, 0, canvas.width, canvas.height);
    brush.filter = view.filter;
    brush.translate(canvas.width / 2, canvas.height / 2);
    brush.rotate(view.turn);
    brush.drawImage(video, -width / 2, -height / 2, width, height);
    return brush.getImageData(0, 0, canvas.width, canvas.height);
  };

  /** As it is every other time; a view that shows a code stays. */
  const nextView = (): View => {
    if (view !== AS_IT_IS) return AS_IT_IS;
    others += 1;
    return OTHER_VIEWS[others % OTHER_VIEWS.length] ?? AS_IT_IS;
  };

  return async () => {
    const picture = takePicture();
    if (picture === null) return null;
    const { readPicture } = await import('./read-picture.ts');
    const codes = await readPicture(picture);
    if (codes.length === 0) view = nextView();
    return codes;
  };
}
