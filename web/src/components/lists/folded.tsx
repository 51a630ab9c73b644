import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { ShowAllButton } from '../controls/show-all-button.tsx';
import './folded.css';

/** Shows six lines of its content; a longer one fades out, above a button that shows all of it. */
export function Folded({ children }: { readonly children: ReactNode }): ReactNode {
  const content = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isCut, setCut] = useState(false);
  useLayoutEffect(() => {
    const { current } = content;
    if (current === null || isOpen) return undefined;
    const observer = new ResizeObserver(() => {
      setCut(current.scrollHeight > current.clientHeight + 1);
    });
    observer.observe(current);
    for (const child of current.children) observer.observe(child);
    return () => {
      observer.disconnect();
    };
  }, [isOpen, children]);
  return (
    <div className="folded">
      <div
        ref={content}
        className={classNames('folded-content', !isOpen && 'folded-short', !isOpen && isCut && 'folded-cut')}
        // What is cut off stays reachable: the focus on a link in it opens it.
        onFocus={() => {
          if (isCut) setOpen(true);
        }}
      >
        {children}
      </div>
      {isCut && <ShowAllButton isOpen={isOpen} setOpen={setOpen} />}
    </div>
  );
}
