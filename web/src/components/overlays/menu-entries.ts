import type { ReactNode } from 'react';
import type { IconName } from '../icons/icon.tsx';

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
