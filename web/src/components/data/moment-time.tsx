import type { ReactNode } from 'react';

const FORM = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** A moment (epoch ms) as people read it. */
export function momentText(time: number): string {
  return FORM.format(time);
}

/** A moment (epoch ms) in a readable form, with the exact one as its title. */
export function MomentTime({ time }: { readonly time: number }): ReactNode {
  const exact = new Date(time).toISOString();
  return (
    <time dateTime={exact} title={exact}>
      {momentText(time)}
    </time>
  );
}
