import type { ReactNode } from 'react';
import { withMarks } from '../text/with-marks.ts';
import { whenUsed, type StandsIn } from '../on-use/when-used.tsx';
import type { MenuProps } from './menu-entries.ts';
import '../controls/button.css';
import './overlays.css';

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
