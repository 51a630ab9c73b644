import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Day } from '../../components/text/moment.tsx';
import { readUndoWindow } from './read-deletions.ts';

/** Says until when a permanent deletion that happens now can be undone, and how. */
export function UndoNote({
  except,
}: {
  /** What an undo does not bring back: `tokens and sessions`. */
  readonly except?: string;
}): ReactNode {
  const { data } = useQuery({
    queryKey: ['undoWindow'],
    queryFn: ({ signal }) => readUndoWindow(signal),
    staleTime: Infinity,
  });
  if (data === 0) return <p>This cannot be undone, because this server keeps nothing that is deleted.</p>;
  return (
    <p>
      Can be undone{' '}
      {data === undefined ? (
        'for a while'
      ) : (
        <>
          until <Day time={Date.now() + data} />
        </>
      )}
      , with <strong>Undo</strong> in the message afterwards and under <Link href="/bin">Deleted</Link>
      {except !== undefined && `, except for ${except}`}.
    </p>
  );
}
