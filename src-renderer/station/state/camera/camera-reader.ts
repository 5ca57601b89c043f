import { Type } from 'typebox';
import type { ReadOnly } from '../../../../shared/schema.ts';
import { parseTicketCode } from '../../../../shared/ticket-code/parse-ticket-code.ts';
import type { PictureCode } from './read-picture.ts';

/** `denied`: the browser, its user or the system does not allow this page a camera. `busy`: another program is using it. */
export const CameraStatus = Type.Enum([
  'off',
  'starting',
  'ready',
  'denied',
  'missing',
  'busy',
  'failed',
]);
export type CameraStatus = ReadOnly<typeof CameraStatus>;

export interface CameraOption {
  readonly id: string;
  readonly name: string;
}

export interface CameraState {
  readonly status: CameraStatus;
  readonly problem: string | null;
  /** Camera names; the browser reveals them once the page may use a camera. */
  readonly cameras: readonly CameraOption[];
  /** The live picture, for a preview. */
  readonly stream: MediaStream | null;
}

export const cameraOff: CameraState = { status: 'off', problem: null, cameras: [], stream: null };

export interface CameraOptions {
  /** The browser's id; null for its default camera. */
  readonly device: string | null;
  readonly onCode: (code: PictureCode) => void;
  readonly onState: (state: CameraState) => void;
}

/** The pause between two pictures, which leaves the page most of the time. */
const PAUSE_MS = 100;
const RETRY_MS = 4_000;
/** A camera without a new picture for this long has a closed shutter or a driver that hangs; it goes on showing its last one. */
const STILL_MS = 5_000;
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

/** Reads codes from a camera until stopped. Keeps trying to get a camera that is missing or was unplugged. */
export function startCamera({ device, onCode, onState }: CameraOptions): () => void {
  let stream: MediaStream | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let sightings: Sightings = new Map();
  let view = AS_IT_IS;
  let others = 0;
  let cameras: readonly CameraOption[] = [];
  let status: CameraStatus = 'off';
  let seen = { pictures: 0, atMs: 0 };
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  const canvas = document.createElement('canvas');
  const brush = canvas.getContext('2d', { willReadFrequently: true });

  const say = (next: CameraStatus, problem: string | null = null) => {
    status = next;
    if (!isStopped) onState({ status, problem, cameras, stream });
  };
  const again = (run: () => Promise<void>, waitMs: number) => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void run(), waitMs);
  };

  const open = async () => {
    try {
      const opened = await navigator.mediaDevices.getUserMedia({
        audio: false,
        video: wish(device),
      });
      if (isStopped) {
        end(opened);
        return;
      }
      stream = opened;
      for (const track of stream.getVideoTracks()) {
        track.addEventListener('ended', lost);
      }
      video.srcObject = stream;
      again(giveUp, STILL_MS);
      await video.play();
      cameras = await listCameras();
      seen = { pictures: 0, atMs: performance.now() };
      say('ready');
      again(look, 0);
    } catch (error) {
      release();
      const failure = failureOf(error);
      say(failure.status, failure.problem);
      again(open, RETRY_MS);
    }
  };

  const look = async () => {
    if (stream === null) return;
    if (isStill()) return giveUp();
    try {
      const picture = takePicture();
      if (picture !== null) {
        const { readPicture } = await import('./read-picture.ts');
        const codes = await readPicture(picture);
        if (!isStopped) take(codes);
        if (codes.length === 0) view = nextView();
        if (status === 'failed' && stream !== null) say('ready');
      }
      if (stream !== null) again(look, PAUSE_MS);
    } catch (error) {
      if (stream === null) return;
      say('failed', error instanceof Error ? error.message : String(error));
      again(look, RETRY_MS);
    }
  };

  /** A page that nobody sees may get no pictures. */
  const isStill = () => {
    const { totalVideoFrames: pictures } = video.getVideoPlaybackQuality();
    const atMs = performance.now();
    if (pictures !== seen.pictures || document.hidden) seen = { pictures, atMs };
    return atMs - seen.atMs > STILL_MS;
  };

  const giveUp = async () => {
    release();
    say('failed', 'it delivers no pictures');
    again(open, RETRY_MS);
  };

  const take = (codes: readonly PictureCode[]) => {
    const texts = codes.map(({ text }) => text);
    const step = sight(sightings, texts, performance.now());
    sightings = step.sightings;
    const meant = meantCodes(texts, step.fresh);
    for (const code of codes) if (meant.includes(code.text)) onCode(code);
  };

  /** As it is every other time; a view that shows a code stays. */
  const nextView = (): View => {
    if (view !== AS_IT_IS) return AS_IT_IS;
    others += 1;
    return OTHER_VIEWS[others % OTHER_VIEWS.length] ?? AS_IT_IS;
  };

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

  const lost = () => {
    release();
    say('missing');
    again(open, RETRY_MS);
  };
  const release = () => {
    if (stream !== null) end(stream);
    stream = null;
    video.srcObject = null;
  };

  say('starting');
  void open();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    release();
    onState(cameraOff);
  };
}

function wish(device: string | null): MediaTrackConstraints {
  const size = { width: { ideal: 1280 }, height: { ideal: 720 } };
  return device === null
    ? { ...size, facingMode: { ideal: 'environment' } }
    : { ...size, deviceId: { exact: device } };
}

async function listCameras(): Promise<readonly CameraOption[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices
    .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
    .map(({ deviceId, label }) => ({ id: deviceId, name: label }));
}

function end(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** By the error names of `getUserMedia` (Media Capture and Streams, section 10.2). */
function failureOf(error: unknown): Pick<CameraState, 'status' | 'problem'> {
  const problem = error instanceof Error ? error.message : String(error);
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return { status: 'denied', problem };
    case 'NotFoundError':
    case 'OverconstrainedError':
      return { status: 'missing', problem };
    case 'NotReadableError':
    case 'AbortError':
      return { status: 'busy', problem };
    default:
      return { status: 'failed', problem };
  }
}

/** A code that was missing in pictures for this long counts as a new scan. */
const GONE_AFTER_MS = 2_000;

/**
 * The codes in sight, and since which picture each has been missing; null if the last one showed it. A camera reads the same one many times a
 * second. The time between two pictures does not count, because a busy computer takes few.
 */
export type Sightings = ReadonlyMap<string, number | null>;

interface Sighting {
  readonly sightings: Sightings;
  /** The codes that were not in sight before. */
  readonly fresh: readonly string[];
}

/** Records the codes of one picture; `atMs` is monotonic. */
export function sight(before: Sightings, codes: readonly string[], atMs: number): Sighting {
  const sightings = new Map<string, number | null>(codes.map((code) => [code, null]));
  const fresh = [...sightings.keys()].filter((code) => !before.has(code));
  for (const [code, since] of before) {
    const missing = since ?? atMs;
    if (!sightings.has(code) && atMs - missing < GONE_AFTER_MS) sightings.set(code, missing);
  }
  return { sightings, fresh };
}

/** What else is on the ticket, a sponsor's code or a shop's, is not meant: it would cover the ticket's verdict. */
export function meantCodes(
  inPicture: readonly string[],
  fresh: readonly string[],
): readonly string[] {
  return inPicture.some(isWhole) ? fresh.filter(isWhole) : fresh;
}

function isWhole(text: string): boolean {
  const { kind } = parseTicketCode(text);
  return kind !== 'unrecognised' && kind !== 'partial';
}
