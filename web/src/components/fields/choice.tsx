import { ComboBoxStandIn, SelectStandIn } from './choice/choice-stand-ins.tsx';
import { whenUsed } from '../on-use/when-used.tsx';

export type { Choice } from './choice/choice-stand-ins.tsx';

/** A field that selects one of a few values. */
export const Select = whenUsed(
  async () => (await import('./choice/choice-in-use.tsx')).SelectInUse,
  SelectStandIn,
);

/** A field that selects one of many values by typing. With `onInput`, the caller provides the matching choices. */
export const ComboBox = whenUsed(
  async () => (await import('./choice/choice-in-use.tsx')).ComboBoxInUse,
  ComboBoxStandIn,
);
