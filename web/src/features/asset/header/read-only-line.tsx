import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { NameText } from '../../../components/text/name-text.tsx';
import { useEntityNames } from '../../../api/names/entity-names.ts';
import { useMe } from '../../../api/person/me.ts';
import { Soft } from '../../../components/layout/layout.tsx';
import { everybodyIn } from '../../../shared/policies/policy-sentence.ts';
import type { Owner } from '../../../shared/entities/entity-facts.ts';
import { useMayEditNothing } from '../../../shared/rights/use-rights.ts';
import { entityPath } from '../../../urls/paths.ts';
import { numberText } from '../../../components/number-text.ts';
import { actorsOf, useHolders } from '../access/use-holders.ts';

/**
 * A line for people who may change nothing of an entity: that they can read it, and who may edit it. People who do not manage
 * policies may not see who may edit; they are sent to the owners.
 */
export function ReadOnlyLine({
  urn,
  owners,
  nameOf,
}: {
  readonly urn: string;
  readonly owners: readonly Owner[];
  readonly nameOf: (urn: string) => string;
}): ReactNode {
  const isReader = useMayEditNothing(urn);
  const seesHolders = useMe()?.platformPrivileges.managePolicies === true;
  const policies = useHolders(urn, 'EDIT_ENTITY', isReader && seesHolders).data?.policies ?? [];
  const holders = [...new Set(policies.flatMap(actorsOf))];
  const holderName = useEntityNames(holders);
  if (!isReader) return null;
  const editors = [...new Set([...policies.flatMap(everybodyIn), ...holders.map(holderName)])];
  const people = [...new Set(owners.map((owner) => nameOf(owner.urn)))];
  return (
    <Soft>
      <NameText>
        You can read this. {editors.length > 0 ? `${some(editors)} may edit it.` : askText(people)}
      </NameText>{' '}
      <Link href={`${entityPath(urn)}?tab=access`}>Why?</Link>
    </Soft>
  );
}

function askText(owners: readonly string[]): string {
  if (owners.length === 0) return 'To change it, ask someone who manages policies.';
  return `To change it, ask ${some(owners)}.`;
}

/** `Growth and 2 others`. */
function some([first = '', ...others]: readonly string[]): string {
  if (others.length === 0) return first;
  return `${first} and ${others.length === 1 ? others[0] : `${numberText(others.length)} others`}`;
}
