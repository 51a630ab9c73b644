import type { ReactNode } from 'react';
import type { Reason } from '../../api/reason.ts';
import { RefusedButton } from '../../components/controls/button.tsx';
import { useReadableReasons } from './readable-reason.ts';

/** A `RefusedButton` with a reason of the server, which names urns and privileges, in the names that people know. */
export function ReasonedButton({
  reason,
  ...button
}: Omit<Parameters<typeof RefusedButton>[0], 'reason'> & { readonly reason: Reason }): ReactNode {
  const readable = useReadableReasons([reason]);
  return <RefusedButton {...button} reason={readable(reason)} />;
}
