import type { ReactNode } from 'react';
import { withMarks } from './with-marks.ts';

const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/** A link to a URL from metadata; plain text unless the scheme is `http`, `https` or `mailto`, because others (`javascript:`) may run code. */
export function SafeLink({
  href,
  children,
}: {
  readonly href: string;
  readonly children?: ReactNode;
}): ReactNode {
  const shown = withMarks(children ?? href);
  if (!URL.canParse(href) || !SCHEMES.has(new URL(href).protocol)) return <span>{shown}</span>;
  return (
    <a href={href} rel="noreferrer noopener" target="_blank">
      {shown}
    </a>
  );
}
