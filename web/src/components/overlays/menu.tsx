import type { ReactNode } from 'react';
import {
  Button as AriaButton,
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuTrigger,
  Popover,
} from 'react-aria-components';
import './overlays.css';

/** One entry of a menu. */
export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly onAction: () => void;
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
}

/** A button that opens a menu of actions. */
export function Menu({
  label,
  children,
  entries,
  look = 'plain',
}: {
  /** Accessible name of the button. */
  readonly label: string;
  readonly children: ReactNode;
  readonly entries: readonly MenuEntry[];
  readonly look?: 'plain' | 'quiet';
}): ReactNode {
  return (
    <MenuTrigger>
      <AriaButton className={`button button-${look}`} aria-label={label}>
        {children}
      </AriaButton>
      <Popover className="popover" placement="bottom end">
        <AriaMenu className="menu" aria-label={label}>
          {entries.map(({ id, label: text, onAction, isDanger = false, isDisabled = false }) => (
            <AriaMenuItem
              key={id}
              id={id}
              className={isDanger ? 'menu-item menu-item-danger' : 'menu-item'}
              onAction={onAction}
              isDisabled={isDisabled}
            >
              {text}
            </AriaMenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
