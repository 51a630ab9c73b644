import type { ReactNode } from 'react';
import { withVisibleDirections } from '../../../../../src/util/printable.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Notice } from '../../../components/feedback/notices.tsx';
import { Row } from '../../../components/layout/layout.tsx';

/** Filters of the address that are not understood, each with a button that removes it. */
export function UnreadFilters({
  filters,
  onRemove,
}: {
  readonly filters: readonly string[];
  readonly onRemove: (filter: string) => void;
}): ReactNode {
  return [...new Set(filters)].map((filter) => {
    const shown = withVisibleDirections(filter.replace(/\\(.)/gsu, '$1'));
    return (
      <Notice key={filter} tone="warn">
        <Row spread>
          <span>
            This filter in the address is not understood and has no effect: <code dir="auto">{shown}</code>
          </span>
          <Button
            label={`Remove filter ${shown}`}
            onPress={() => {
              onRemove(filter);
            }}
          >
            Remove
          </Button>
        </Row>
      </Notice>
    );
  });
}
