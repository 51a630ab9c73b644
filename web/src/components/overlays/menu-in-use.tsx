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
import type { Rooted } from '../on-use/when-used.tsx';
import { Icon } from '../icons/icon.tsx';
import type { MenuEntry, MenuProps } from './menu-entries.ts';
import '../controls/button.css';
import './overlays.css';

/** A button that opens a menu of actions. */
export function MenuInUse({
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
