import type { ReactNode } from 'react';
import { withMarks } from './with-marks.ts';

/**
 * A text that people or sources have written, in its own direction. Characters that would turn it around are shown as marks.
 * The linter refuses `<bdi>` elsewhere.
 */
export function NameText({
  children,
  className,
  title,
}: {
  readonly children: ReactNode;
  readonly className?: string;
  /** Tooltip, such as the full text or a urn. */
  readonly title?: string | undefined;
}): ReactNode {
  return (
    <bdi className={className} title={title === undefined ? undefined : withMarks(title)}>
      {withMarks(children)}
    </bdi>
  );
}
