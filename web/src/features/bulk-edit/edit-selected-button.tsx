import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { explainPrivileges } from '../../api/explain.ts';
import { useMe } from '../../api/me.ts';
import { Button, RefusedButton } from '../../components/controls/button.tsx';
import type { Right } from '../rights/right.ts';
import type { BulkEditSelection } from './bulk-edit-selection.ts';

/** Each allows to edit a field of many assets. */
const PRIVILEGES = [
  ...['EDIT_ENTITY', 'EDIT_ENTITY_PROPERTIES', 'EDIT_ENTITY_TAGS', 'EDIT_ENTITY_GLOSSARY_TERMS'],
  ...['EDIT_ENTITY_OWNERS', 'EDIT_DOMAINS_PRIVILEGE'],
];

/** Selected assets that are asked about; of more, the comparison tells what is refused. */
const ASKED = 40;

/** Opens the edit of selected assets, or says that none of them can be edited. */
export function EditSelectedButton({
  assets,
  onPress,
}: {
  readonly assets: BulkEditSelection;
  readonly onPress: () => void;
}): ReactNode {
  const right = useEditRight('urns' in assets ? assets.urns : []);
  if (right.state === 'refused') return <RefusedButton reason={right.reason}>Edit selected</RefusedButton>;
  return (
    <Button onPress={onPress} isDisabled={right.state === 'unknown'}>
      Edit selected
    </Button>
  );
}

/** Whether the person may edit something of one of these; allowed where they are too many, or none, to ask about. */
function useEditRight(urns: readonly string[]): Right {
  const actorUrn = useMe()?.corpUser.urn;
  const isAsked = urns.length > 0 && urns.length <= ASKED;
  const { data, isError } = useQuery({
    queryKey: ['rights', actorUrn, 'any of', urns],
    queryFn: async ({ signal }): Promise<Right> => {
      // One privilege after the other: most people have the first, or none.
      let reason = '';
      for (const privilege of PRIVILEGES) {
        const questions = urns.map((resourceUrn) => ({ actorUrn: actorUrn ?? '', privilege, resourceUrn }));
        const answers = await explainPrivileges(questions, signal);
        if (answers.some(({ allowed }) => allowed)) return { state: 'allowed' };
        reason ||= answers[0]?.reason ?? '';
      }
      return { state: 'refused', reason: `You may edit none of the selected assets. ${reason}` };
    },
    enabled: actorUrn !== undefined && isAsked,
    staleTime: 30_000,
  });
  // Not known whether: the server decides about each asset.
  if (!isAsked || isError) return { state: 'allowed' };
  return data ?? { state: 'unknown' };
}
