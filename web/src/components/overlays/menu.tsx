import type { ReactNode } from 'react';
import { withMarks } from '../text/with-marks.ts';
import { whenUsed, type StandsIn } from '../on-use/when-used.tsx';
import type { IconName } from '../icons/icon.tsx';
import '../controls/button.css';
import './overlays.css';

/** One entry of a menu. */
export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly onAction: () => void;
  readonly icon?: IconName;
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
}

/** Entries below each other, apart from others. */
export interface MenuGroup {
  readonly entries: readonly MenuEntry[];
  /** What they have in common. */
  readonly label: string;
  /** Shows the label above the entries; otherwise only screen readers get it. */
  readonly isLabelShown?: boolean;
  /** The entries are choices, of which this one holds. */
  readonly selected?: string;
}

export interface MenuProps {
  /** Accessible name of the button. */
  readonly label: string;
  /** Content of the button. */
  readonly children: ReactNode;
  readonly entries?: readonly MenuEntry[];
  /** Entries apart from each other, after `entries`. */
  readonly groups?: readonly MenuGroup[];
  readonly look?: 'plain' | 'quiet' | 'bare';
  readonly align?: 'start' | 'end';
}

/** A button that opens a menu of actions. */
export const Menu = whenUsed(async () => (await import('./menu-in-use.tsx')).MenuInUse, MenuStandIn);

function MenuStandIn({ label, children, look = 'plain', use }: MenuProps & StandsIn): ReactNode {
  return (
    <button
      type="button"
      className={`button button-${look}`}
      aria-label={withMarks(label)}
      aria-haspopup="true"
      aria-expanded="false"
      {...use}
    >
      {children}
    </button>
  );
}
