import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components';
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

/** Tabs and the content of the selected one. */
export function Tabs({
  label,
  tabs,
  selected,
  onSelect,
  isSticky = false,
}: {
  readonly label: string;
  readonly tabs: readonly TabSpec[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
  /** Keeps the tabs below the top bar while the page scrolls. */
  readonly isSticky?: boolean;
}): ReactNode {
  return (
    <AriaTabs
      className="tabs"
      selectedKey={selected}
      onSelectionChange={(key) => {
        onSelect(String(key));
      }}
    >
      <TabList className={isSticky ? 'tab-list tab-list-sticky' : 'tab-list'} aria-label={withMarks(label)}>
        {tabs.map(({ id, label: text, count, isCounting = false, isMinimum = false }) => (
          <Tab key={id} id={id} className="tab">
            <span className="tab-text" data-text={text}>
              {text}
            </span>
            {(count !== undefined || isCounting) && (
              <span className={isCounting ? 'tab-count tab-count-late' : 'tab-count'}>
                {count !== undefined && `${numberText(count)}${isMinimum ? '+' : ''}`}
              </span>
            )}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, render }) => (
        <TabPanel key={id} id={id} className="tab-panel">
          {render()}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
