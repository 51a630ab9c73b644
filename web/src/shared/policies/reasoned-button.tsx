import type { ReactNode } from 'react';
import type { Reason } from '../../api/reason.ts';
import { RefusedButton } from '../../components/controls/button.tsx';
import { useReadableReasons } from './readable-reason.ts';

/** A `RefusedButton` with the server's reason, in which display names replace urns and privileges. */
export function ReasonedButton({
  reason,
  ...button
}: Omit<Parameters<typeof RefusedButton>[0], 'reason'> & { readonly reason: Reason }): ReactNode {
  const readable = useReadableReasons([reason]);
  return <RefusedButton {...button} reason={readable(reason)} />;
}
