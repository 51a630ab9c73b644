import type { ReactNode } from 'react';
import { TextField } from '../../components/fields/fields.tsx';

/** Why a change is proposed. */
export function ReasonField({
  reason,
  onChange,
}: {
  readonly reason: string;
  readonly onChange: (reason: string) => void;
}): ReactNode {
  return (
    <TextField
      label="Reason (optional)"
      help="For those who may make the change, and decide."
      value={reason}
      onChange={onChange}
    />
  );
}
