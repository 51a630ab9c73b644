import type { ReactNode } from 'react';
import { withVisibleDirections } from '../../../../src/util/printable.ts';

/** The content, with marks in its texts for characters that change their direction. Elements within mark their own texts. */
export function withMarks<Content extends ReactNode>(content: Content): Content {
  if (typeof content === 'string') return withVisibleDirections(content) as Content;
  if (!Array.isArray(content)) return content;
  return content.map((part: unknown) =>
    typeof part === 'string' ? withVisibleDirections(part) : part,
  ) as Content & unknown[];
}
