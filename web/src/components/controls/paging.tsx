import type { ReactNode } from 'react';
import { Row, Soft } from '../layout/layout.tsx';
import { Button } from './button.tsx';

/** Leads through the pages of a list. Nothing, if there is only one. */
export function Paging({
  label,
  start,
  pageSize,
  total,
  onStart,
}: {
  /** What is listed: `users`. */
  readonly label: string;
  readonly start: number;
  readonly pageSize: number;
  readonly total: number;
  readonly onStart: (start: number) => void;
}): ReactNode {
  if (total <= pageSize && start === 0) return null;
  const end = Math.min(start + pageSize, total);
  return (
    <nav aria-label={`Pages of ${label}`}>
      <Row>
        <Button
          isDisabled={start === 0}
          onPress={() => {
            onStart(Math.max(0, start - pageSize));
          }}
        >
          Previous
        </Button>
        <Button
          isDisabled={end >= total}
          onPress={() => {
            onStart(start + pageSize);
          }}
        >
          Next
        </Button>
        <Soft>
          {(start + 1).toLocaleString('en')} to {end.toLocaleString('en')} of {total.toLocaleString('en')}
        </Soft>
      </Row>
    </nav>
  );
}
