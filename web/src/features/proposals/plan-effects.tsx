import type { ReactNode } from 'react';
import { counted } from '../../components/counted.ts';
import { Notice } from '../../components/feedback/notices.tsx';
import { NameText } from '../../components/text/name-text.tsx';
import type { Proposal } from './proposal-data.ts';
import { useItemNames } from './use-item-names.ts';

/** What changes of definitions would do to values, if they were approved now. Renders nothing if all values stay. */
export function PlanEffects({ proposal }: { readonly proposal: Proposal }): ReactNode {
  const clearing = proposal.effects.filter(({ values }) => values > 0);
  const properties = new Set(clearing.map(({ urn }) => urn));
  // A deletion that can be restored keeps the values.
  const hidden = new Set(proposal.items.filter(({ aspect }) => aspect === 'status').map(({ urn }) => urn));
  const { naming } = useItemNames(proposal.items.filter(({ urn }) => properties.has(urn)));
  if (clearing.length === 0) return null;
  return (
    <Notice tone="warn">
      <ul>
        {clearing.map(({ assets, urn, values }) => (
          <li key={urn}>
            <NameText>{`Approving this ${hidden.has(urn) ? 'hides' : 'clears'} ${counted(values, 'value')} of ${naming(urn)} on ${counted(assets, 'asset')}.`}</NameText>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
