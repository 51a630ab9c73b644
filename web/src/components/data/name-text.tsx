import { Children, type ReactNode } from 'react';
import { withVisibleDirections } from '../../../../src/util/printable.ts';

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
    <bdi className={className} title={title === undefined ? undefined : withVisibleDirections(title)}>
      {Children.map(children, (child) => (typeof child === 'string' ? withVisibleDirections(child) : child))}
    </bdi>
  );
}
