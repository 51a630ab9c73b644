import { useLayoutEffect, useMemo, useState, type RefObject } from 'react';
import { sharedWidths, spanBetween, type ColumnSpan, type ColumnWidth } from './column-widths.ts';

/** Width of the checkbox column, in rem. */
const CHECK_WIDTH = 2.5;
/** Pixels rendered beyond either edge, so that scrolling shows no gap before the next frame. */
const MARGIN = 300;

/** Computes column widths in `frame`, and tracks which columns are visible as it scrolls horizontally. */
export function useHorizontalScroll(
  frame: RefObject<HTMLElement | null>,
  columns: readonly ColumnWidth[],
): { readonly template: string; readonly span: ColumnSpan } {
  const [width, setWidth] = useState(0);
  const [span, setSpan] = useState<ColumnSpan>({ first: 0, last: 0 });
  const widths = useMemo(() => {
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const inPixels = columns.map((column) => ({
      width: column.width * rem,
      leastWidth: column.leastWidth * rem,
    }));
    return sharedWidths(inPixels, width - CHECK_WIDTH * rem);
  }, [columns, width]);

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const update = (): void => {
      const { clientWidth, scrollLeft } = element;
      setWidth(clientWidth);
      const next = spanBetween(widths, scrollLeft - MARGIN, scrollLeft + clientWidth + MARGIN);
      setSpan((shown) => (shown.first === next.first && shown.last === next.last ? shown : next));
    };
    update();
    const observer = new ResizeObserver(update);
    observer.observe(element);
    element.addEventListener('scroll', update, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', update);
    };
  }, [frame, widths]);
  return { template: [`${CHECK_WIDTH}rem`, ...widths.map((pixels) => `${pixels}px`)].join(' '), span };
}
