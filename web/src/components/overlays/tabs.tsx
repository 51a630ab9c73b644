import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import './tabs.css';
import { numberText } from '../number-text.ts';
import { withMarks } from '../text/with-marks.ts';

/** A tab. Its content is rendered when it is opened. */
export interface TabSpec {
  readonly id: string;
  readonly label: string;
  readonly count?: number | undefined;
  /** Whether there are more than `count`. */
  readonly isMinimum?: boolean | undefined;
  /** Whether a count follows; the tab keeps room for two digits. */
  readonly isCounting?: boolean | undefined;
  readonly render: () => ReactNode;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly TabSpec[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
  /** Keeps the tabs below the top bar while the page scrolls. */
  readonly isSticky?: boolean;
}

/**
 * Tabs and the content of the selected one. Arrow keys, Home and End select. Native elements instead of React Aria's, which
 * render the tabs twice and load more code than the rest of a page.
 */
export function Tabs({ label, tabs, selected, onSelect, isSticky = false }: TabsProps): ReactNode {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const at = Math.max(
    tabs.findIndex((tab) => tab.id === selected),
    0,
  );
  const current = tabs[at];
  const counts = tabs.map(({ count = '' }) => count).join(' ');
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = tabs[placeAfter(event.key, at, tabs.length)];
    if (next === undefined) return;
    event.preventDefault();
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(tabId(id, next))}`)?.focus();
    onSelect(next.id);
  };
  return (
    <div className="tabs">
      <div
        ref={list}
        className={isSticky ? 'tab-list tab-list-sticky' : 'tab-list'}
        role="tablist"
        aria-label={withMarks(label)}
        onKeyDown={onKeyDown}
        onFocus={() => {
          // Tab leads from the tabs to their content, also where nothing in it takes the focus.
          if (panel.current !== null) panel.current.tabIndex = panel.current.querySelector(TABBABLE) ? -1 : 0;
        }}
      >
        {tabs.map((tab) => (
          <TabHead
            key={tab.id}
            id={tabId(id, tab)}
            tab={tab}
            counts={counts}
            panel={tab === current ? `${id}-panel` : undefined}
            onSelect={onSelect}
          />
        ))}
      </div>
      {current && (
        <div
          key={current.id}
          ref={panel}
          id={`${id}-panel`}
          className="tab-panel"
          role="tabpanel"
          aria-labelledby={tabId(id, current)}
        >
          {current.render()}
        </div>
      )}
    </div>
  );
}

function TabHead({
  id,
  tab,
  counts,
  panel,
  onSelect,
}: {
  readonly id: string;
  readonly tab: TabSpec;
  /** Counts of all tabs. Those that arrive late move the tab. */
  readonly counts: string;
  /** Id of its content; undefined if another tab is selected. */
  readonly panel: string | undefined;
  readonly onSelect: (id: string) => void;
}): ReactNode {
  const { label, count, isCounting = false, isMinimum = false } = tab;
  const head = useRef<HTMLDivElement>(null);
  const isSelected = panel !== undefined;
  useEffect(() => {
    if (isSelected && head.current) showInList(head.current);
  }, [isSelected, counts]);
  return (
    <div
      ref={head}
      id={id}
      className="tab"
      role="tab"
      aria-selected={panel !== undefined}
      aria-controls={panel}
      tabIndex={panel === undefined ? -1 : 0}
      onClick={() => {
        onSelect(tab.id);
      }}
    >
      <span className="tab-text" data-text={label}>
        {label}
      </span>
      {(count !== undefined || isCounting) && (
        <span className={isCounting ? 'tab-count tab-count-late' : 'tab-count'}>
          {count !== undefined && `${numberText(count)}${isMinimum ? '+' : ''}`}
        </span>
      )}
    </div>
  );
}

/** Scrolls the list of a tab, and nothing else, so that the tab is in its middle if it was out of view. */
function showInList(tab: HTMLElement): void {
  const list = tab.parentElement;
  if (list === null) return;
  const [outer, inner] = [list.getBoundingClientRect(), tab.getBoundingClientRect()];
  if (inner.left >= outer.left && inner.right <= outer.right) return;
  list.scrollLeft += (inner.left + inner.right - outer.left - outer.right) / 2;
}

/** Elements that Tab leads to. */
const TABBABLE =
  ':is(a[href], button, input, select, textarea, summary, [tabindex]):not(:disabled, [tabindex="-1"])';

function tabId(tabs: string, { id }: TabSpec): string {
  return `${tabs}-${id}`;
}

/** Place to which a key leads; -1 for other keys. The last tab is before the first. */
function placeAfter(key: string, at: number, count: number): number {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key === 'ArrowRight' || key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowLeft' || key === 'ArrowUp') return (at - 1 + count) % count;
  return -1;
}
