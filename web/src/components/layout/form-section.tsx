import { useId, useRef, type ReactNode } from 'react';
import { isWithControl } from '../with-control.ts';
import { Soft, Stack } from './layout.tsx';
import './form-section.css';

/** A section of a long form, with a heading and an explanation. */
export function FormSection({
  title,
  about,
  children,
}: {
  readonly title: string;
  readonly about?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  const id = useId();
  return (
    <section className="form-section" aria-labelledby={id}>
      <div className="form-section-head">
        <h2 id={id}>{title}</h2>
        {about !== undefined && about !== false && <Soft>{about}</Soft>}
      </div>
      <Stack gap={3}>{children}</Stack>
    </section>
  );
}

/**
 * A form with a companion that stays visible while the form scrolls; on a narrow screen it is below. Ctrl+Enter leads from the form to
 * the foot of the companion, where the form is saved.
 */
export function FormWithCompanion({
  children,
  companion,
}: {
  readonly children: ReactNode;
  readonly companion: ReactNode;
}): ReactNode {
  const side = useRef<HTMLElement>(null);
  return (
    <div className="form-companion">
      <div
        className="form-companion-main"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !isWithControl(event) || event.defaultPrevented) return;
          event.preventDefault();
          side.current?.querySelector<HTMLElement>(FOOT_CONTROL)?.focus();
        }}
      >
        {children}
      </div>
      <aside ref={side} className="form-companion-side">
        {companion}
      </aside>
    </div>
  );
}

const FOOT_CONTROL = '.footed-panel-foot :is(button, input):not(:disabled)';

/** A panel with a sticky foot. */
export function FootedPanel({
  title,
  children,
  foot,
}: {
  readonly title: string;
  readonly children: ReactNode;
  readonly foot: ReactNode;
}): ReactNode {
  const id = useId();
  return (
    <section className="footed-panel" aria-labelledby={id}>
      <div className="footed-panel-body">
        <Stack gap={3}>
          <h2 id={id}>{title}</h2>
          {children}
        </Stack>
      </div>
      <div className="footed-panel-foot">{foot}</div>
    </section>
  );
}
