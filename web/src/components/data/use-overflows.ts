import { useLayoutEffect, useState, type RefObject } from 'react';

/** Whether the content of an element is wider than the element, so that it scrolls horizontally. */
export function useOverflows(element: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const observer = new ResizeObserver(() => {
      setOverflows(current.scrollWidth > current.clientWidth);
    });
    observer.observe(current);
    for (const child of current.children) observer.observe(child);
    return () => {
      observer.disconnect();
    };
  }, [element]);
  return overflows;
}
