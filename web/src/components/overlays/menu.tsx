import type { ReactNode, Ref } from 'react';
import {
  Button as AriaButton,
  Header,
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
} from 'react-aria-components';
import { withMarks } from '../text/with-marks.ts';
import { whenUsed, type Rooted, type StandsIn } from '../controls/when-used.tsx';
import { Icon, type IconName } from '../icons/icon.tsx';
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

interface MenuProps {
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
export const Menu = whenUsed(MenuInUse, MenuStandIn);

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

function MenuInUse({
  label,
  children,
  entries = [],
  groups = [],
  look = 'plain',
  align = 'end',
  root,
}: MenuProps & Rooted): ReactNode {
  return (
    <MenuTrigger>
      <AriaButton
        ref={root as Ref<HTMLButtonElement>}
        className={`button button-${look}`}
        aria-label={withMarks(label)}
      >
        {children}
      </AriaButton>
      <Popover className="popover" placement={`bottom ${align}`}>
        <AriaMenu className="menu" aria-label={withMarks(label)}>
          {entries.map((entry) => (
            <Entry key={entry.id} {...entry} />
          ))}
          {groups
            .filter((group) => group.entries.length > 0)
            .map(({ entries: grouped, label: common, isLabelShown = false, selected }) => (
              <MenuSection
                key={common}
                className="menu-group"
                {...(!isLabelShown && { 'aria-label': common })}
                {...(selected !== undefined && {
                  selectionMode: 'single' as const,
                  selectedKeys: [selected],
                  disallowEmptySelection: true,
                })}
              >
                {isLabelShown && <Header className="menu-title">{common}</Header>}
                {grouped.map((entry) => (
                  <Entry key={entry.id} {...entry} />
                ))}
              </MenuSection>
            ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

function Entry({ id, label, onAction, icon, isDanger = false, isDisabled = false }: MenuEntry): ReactNode {
  return (
    <AriaMenuItem
      id={id}
      textValue={label}
      className={isDanger ? 'menu-item menu-item-danger' : 'menu-item'}
      onAction={onAction}
      isDisabled={isDisabled}
    >
      {({ isSelected, selectionMode }) => (
        <>
          {icon !== undefined && <Icon name={icon} />}
          <span className="menu-text">{label}</span>
          {selectionMode !== 'none' && isSelected && <Icon name="chosen" />}
        </>
      )}
    </AriaMenuItem>
  );
}
