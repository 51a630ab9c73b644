import type { ReactNode, Ref } from 'react';
import {
  Button as AriaButton,
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuTrigger,
  Popover,
} from 'react-aria-components';
import { whenUsed, type Rooted, type StandsIn } from '../controls/when-used.tsx';
import '../controls/button.css';
import './overlays.css';

/** One entry of a menu. */
export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly onAction: () => void;
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
}

interface MenuProps {
  /** Accessible name of the button. */
  readonly label: string;
  readonly children: ReactNode;
  readonly entries: readonly MenuEntry[];
  readonly look?: 'plain' | 'quiet';
}

/** A button that opens a menu of actions. */
export const Menu = whenUsed(MenuInUse, MenuStandIn);

function MenuStandIn({ label, children, look = 'plain', use }: MenuProps & StandsIn): ReactNode {
  return (
    <button
      type="button"
      className={`button button-${look}`}
      aria-label={label}
      aria-haspopup="true"
      aria-expanded="false"
      {...use}
    >
      {children}
    </button>
  );
}

function MenuInUse({ label, children, entries, look = 'plain', root }: MenuProps & Rooted): ReactNode {
  return (
    <MenuTrigger>
      <AriaButton ref={root as Ref<HTMLButtonElement>} className={`button button-${look}`} aria-label={label}>
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
