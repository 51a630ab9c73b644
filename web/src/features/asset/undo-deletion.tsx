import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isObject } from '../../api/is-object.ts';
import { request } from '../../api/request.ts';
import { Button } from '../../components/controls/button.tsx';
import { Moment } from '../../components/text/moment.tsx';
import { ErrorNotice, Notice } from '../../components/feedback/notices.tsx';
import { Row } from '../../components/layout/layout.tsx';
import { useEdit } from '../../shared/entities/use-edit.ts';

const PATH = '/api/colophon/v1/undo';

/** Offers to restore a hard-deleted entity to people who may; renders nothing for others. */
export function UndoDeletion({ urn }: { readonly urn: string }): ReactNode {
  const { data } = useQuery({
    queryKey: ['entity', urn, 'deletion'],
    queryFn: ({ signal }) => planUndo(urn, signal),
  });
  const { edit, error, isPending } = useEdit(urn);
  const client = useQueryClient();
  const run = async (): Promise<void> => {
    await request(PATH, { body: { urn } });
    // Any shown data may include it: lists, facets, and its own page.
    await client.invalidateQueries();
  };
  if (data === undefined || data === null) return null;
  return (
    <Notice tone="warn">
      <Row>
        <span>
          Deleted on <Moment time={data.time} />. You can restore all of it but its history.
        </span>
        <Button
          isPending={isPending}
          onPress={() => {
            edit({ done: 'Entity restored', run, about: urn });
          }}
        >
          Restore entity
        </Button>
      </Row>
      {error !== null && <ErrorNotice error={error} />}
    </Notice>
  );
}

interface UndoPlan {
  /** When it was deleted, epoch ms. */
  readonly time: number;
  /** Names of the aspects that would be restored. */
  readonly restored: readonly string[];
}

/** Plans the undo of a hard deletion; null if there is none, or the person may not undo it. Throws {@link ApiError}. */
async function planUndo(urn: string, signal: AbortSignal): Promise<UndoPlan | null> {
  const plan = await request(`${PATH}?orNone=true`, { body: { urn, dryRun: true }, signal });
  if (!isObject(plan) || !isObject(plan['deletion']) || !Array.isArray(plan['restored'])) return null;
  const { time } = plan['deletion'];
  const restored = plan['restored'].filter((name) => typeof name === 'string');
  return typeof time === 'number' ? { time, restored } : null;
}
