import { withVisibleDirections } from '../../../../src/util/printable.ts';
import { CARD, curve, type GraphEdge } from './graph-shapes.ts';

/** A node as the picture shows it. */
export interface PictureNode {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly isCenter: boolean;
  readonly kind: string;
  readonly name: string;
  readonly badges: readonly string[];
  readonly rows: readonly string[];
  /** Distance of the first row from the top of the node, in pixels. */
  readonly rowsTop: number;
}

/** A graph to be drawn. */
export interface Picture {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly PictureNode[];
  readonly edges: readonly GraphEdge[];
}

/** Width of a text in pixels, in a CSS font. */
export type MeasureText = (text: string, font: string) => number;

const FAMILY = "Inter, system-ui, 'Segoe UI', 'Noto Sans', Arial, sans-serif";
/** The light colours of the design tokens: the file has no style sheet, and is mostly put on white paper. */
const INK = { text: '#22201d', soft: '#625c54', line: '#8d867c', accent: '#8a3b12', faint: '#e2ddd5' };
const PADDING = 12;

/** The graph as an SVG document that needs no other file: light, with the names of its fonts. */
export function graphPicture(picture: Picture, measure: MeasureText): string {
  const { title, width, height, nodes, edges } = picture;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}" font-family="${escaped(FAMILY)}" font-size="13">`,
    `<title>${escaped(title)}</title>`,
    `<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" fill="${INK.line}"/></marker></defs>`,
    '<rect width="100%" height="100%" fill="#ffffff"/>',
    ...edges.map(
      ({ points, isDashed }) =>
        `<path d="${curve(points)}" fill="none" stroke="${INK.line}" stroke-width="1.5"${isDashed ? ' stroke-dasharray="5 4"' : ''} marker-end="url(#arrow)"/>`,
    ),
    ...nodes.map((node) => drawn(node, measure)),
    '</svg>',
  ].join('\n');
}

function drawn(node: PictureNode, measure: MeasureText): string {
  const { x, y, width, height, isCenter, kind, name, badges, rows, rowsTop } = node;
  const text = (content: string, top: number, weight: number, fill: string): string => {
    const fitted = fittedText(content, width - 2 * PADDING, (one) =>
      measure(one, `${weight} 13px ${FAMILY}`),
    );
    return `<text x="${x + PADDING}" y="${y + top}" font-weight="${weight}" fill="${fill}">${escaped(fitted)}</text>`;
  };
  const hasBadges = badges.length > 0;
  return [
    `<g><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" fill="#ffffff" stroke="${isCenter ? INK.accent : INK.line}" stroke-width="${isCenter ? 2 : 1}"/>`,
    `<title>${escaped(name)}</title>`,
    text(kind, hasBadges ? 20 : 30, 400, INK.soft),
    text(name, hasBadges ? 39 : 49, 600, INK.text),
    hasBadges ? text(badges.join(' · '), 58, 400, INK.accent) : '',
    rows.length > 0 ? `<path d="M${x} ${y + rowsTop}H${x + width}" stroke="${INK.faint}"/>` : '',
    ...rows.map((row, index) => text(row, rowsTop + index * CARD.row + 17, 400, INK.text)),
    '</g>',
  ].join('');
}

/** The text, or its beginning with an ellipsis, so that it fits. */
function fittedText(text: string, space: number, measure: (text: string) => number): string {
  const shown = withVisibleDirections(text);
  if (measure(shown) <= space) return shown;
  const letters = [...new Intl.Segmenter('en').segment(shown)].map(({ segment }) => segment);
  let [fits, breaks] = [0, letters.length];
  while (breaks - fits > 1) {
    const middle = Math.floor((fits + breaks) / 2);
    if (measure(`${letters.slice(0, middle).join('')}…`) <= space) fits = middle;
    else breaks = middle;
  }
  return `${letters.slice(0, fits).join('').trimEnd()}…`;
}

const ENTITIES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };

/** Text of an XML document, without characters that XML does not allow. */
function escaped(text: string): string {
  return text
    .replace(/[<>&"]/g, (letter) => ENTITIES[letter] ?? letter)
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}');
}
