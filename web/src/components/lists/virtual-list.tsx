import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type ReactNode } from 'react';
import './virtual-list.css';
import { withMarks } from '../text/with-marks.ts';

/** A virtual list: renders only the visible ones of thousands of rows. */
export function VirtualList<Item>({
  label,
  items,
  keyOf,
  render,
  rowHeight,
  shown,
}: {
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => number | string;
  readonly render: (item: Item, index: number) => ReactNode;
  /** Height of a row in CSS pixels before it has been measured. */
  readonly rowHeight: number;
  /** Index of a row to scroll to; it stays rendered when scrolled out of view, so that it keeps the focus. */
  readonly shown?: number | undefined;
}): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range);
      const isKept = shown !== undefined && shown < items.length && !indexes.includes(shown);
      return isKept ? [...indexes, shown].sort((a, b) => a - b) : indexes;
    },
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
  });
  useEffect(() => {
    if (shown !== undefined) virtual.scrollToIndex(shown);
  }, [shown, virtual]);
  return (
    <div className="virtual-list" ref={frame} role="list" aria-label={withMarks(label)}>
      <div className="virtual-list-all" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const item = items[index];
          return item === undefined ? null : (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className="virtual-list-row"
              role="listitem"
              aria-setsize={items.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)` }}
            >
              {render(item, index)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
