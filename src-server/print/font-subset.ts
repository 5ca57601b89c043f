// oxlint-disable-next-line typescript/triple-slash-reference -- what declares packages is no module
/// <reference path="./packages.d.ts" />
import type { Font } from 'fontkit';

type Outline = ReturnType<Font['getGlyph']>['path'];

/**
 * A font of which PDFs embed the glyphs as they are drawn at its weight. fontkit 2.0.4 cannot write glyphs of variable fonts itself: it
 * throws for simple ones, and leaves the parts of others where they are at the default weight.
 */
export function embeddable(font: Font): Font {
  const createSubset = font.createSubset.bind(font);
  font.createSubset = () => {
    const subset = createSubset();
    // oxlint-disable-next-line no-underscore-dangle -- the name is the library's
    subset._addGlyph = (id) => {
      const { path, advanceWidth } = font.getGlyph(id);
      const bytes = writeGlyph(path);
      subset.glyf.push(bytes);
      subset.loca.offsets.push(subset.offset);
      subset.hmtx.metrics.push({
        advance: Math.round(advanceWidth),
        bearing: bytes.length === 0 ? 0 : Math.round(path.bbox.minX),
      });
      subset.offset += bytes.length;
      return subset.glyf.length - 1;
    };
    return subset;
  };
  return font;
}

interface Point {
  readonly x: number;
  readonly y: number;
  readonly isOnCurve: boolean;
}

/** A simple glyph of the table `glyf`, each coordinate in two bytes. No bytes if nothing is drawn. */
function writeGlyph({ commands, bbox }: Outline): Uint8Array {
  const contours = contoursOf(commands).filter((contour) => contour.length > 0);
  const points = contours.flat();
  if (points.length === 0) return new Uint8Array();
  const size = 10 + 2 * contours.length + 2 + 5 * points.length;
  const bytes = Buffer.alloc(size + (-size & 3));
  const box = [bbox.minX, bbox.minY, bbox.maxX, bbox.maxY];
  let at = bytes.writeInt16BE(contours.length, 0);
  for (const edge of box) at = bytes.writeInt16BE(Math.round(edge), at);
  let last = -1;
  for (const contour of contours) at = bytes.writeUInt16BE((last += contour.length), at);
  at = bytes.writeUInt16BE(0, at); // no instructions
  for (const { isOnCurve } of points) at = bytes.writeUInt8(isOnCurve ? 1 : 0, at);
  for (const axis of ['x', 'y'] as const) {
    let from = 0;
    for (const point of points) {
      at = bytes.writeInt16BE(point[axis] - from, at);
      from = point[axis];
    }
  }
  return bytes;
}

/** In whole units. A contour that ends where it began names that point once. */
function contoursOf(commands: Outline['commands']): readonly Point[][] {
  const contours: Point[][] = [];
  for (const { command, args } of commands) {
    if (command === 'moveTo') contours.push([]);
    const contour = contours.at(-1);
    if (command === 'closePath') {
      const [first] = contour ?? [];
      const last = contour?.at(-1);
      if (
        contour !== undefined &&
        contour.length > 1 &&
        first?.x === last?.x &&
        first?.y === last?.y
      )
        contour.pop();
      continue;
    }
    for (let index = 0; index < args.length; index += 2) {
      contour?.push({
        x: Math.round(args[index] ?? 0),
        y: Math.round(args[index + 1] ?? 0),
        // Before its end a quadratic curve names its control point.
        isOnCurve: index === args.length - 2,
      });
    }
  }
  return contours;
}
