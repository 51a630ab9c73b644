import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ApiError, messageOf } from '../../api/api-error.ts';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { Button } from '../../components/controls/button.tsx';
import { Notice, Skeleton } from '../../components/feedback/notices.tsx';
import { Stack } from '../../components/layout/layout.tsx';
import { ComparedSides } from '../../components/lists/change-list.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { momentText } from '../../components/text/date-text.ts';
import type { AspectHistory } from '../../shared/entities/aspect-versions.ts';
import { useEdit } from '../../shared/entities/use-edit.ts';
import {
  aspectLabel,
  differenceLabel,
  differenceSides,
  urnsIn,
} from '../../shared/differences/difference-text.ts';
import { changesBack, earlierVersions, setBack, type EarlierVersion } from './earlier-versions.ts';
import type { Moment } from './moments.ts';

const TRIAL = 'setBackTrial';

/** Dialog that shows what setting the parts that an entry changed back would do, and does it. */
export function SetBack({
  urn,
  moment,
  histories,
  onClose,
}: {
  readonly urn: string;
  readonly moment: Moment;
  readonly histories: readonly AspectHistory[];
  readonly onClose: () => void;
}): ReactNode {
  const client = useQueryClient();
  const when = momentText(moment.time);
  // What is written is what was shown: a change in the meantime is refused, and not merged into the comparison.
  const [wanted] = useState(() => earlierVersions(histories, moment));
  const [found] = useState(() => changesBack(histories, wanted));
  const trial = useQuery({
    queryKey: [TRIAL, urn, wanted],
    queryFn: ({ signal }) => setBack(urn, wanted, { dryRun: true, signal }),
    enabled: found.length > 0,
    retry: false,
  });
  const { edit, error, isPending } = useEdit(urn);
  const failure = error ?? trial.error;
  const run = async (versions: readonly EarlierVersion[]): Promise<readonly EarlierVersion[]> => {
    const undoing = await setBack(urn, versions);
    await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== TRIAL });
    return undoing;
  };
  const save = (): void => {
    let undoing: readonly EarlierVersion[] = [];
    const change = {
      done: `Set back to ${when}`,
      run: async () => {
        undoing = await run(wanted);
      },
      undo: () => run(undoing),
      about: urn,
    };
    edit(change, onClose);
  };
  const isReady = found.length > 0 && trial.data !== undefined && failure === null;
  return (
    <Dialog
      title={`Set back to ${when}`}
      size="large"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button look="primary" isDisabled={!isReady} isPending={isPending} onPress={save}>
            Set back
          </Button>
        </>
      }
    >
      <Stack>
        {found.length === 0 ? (
          <p>There is nothing to set back: what this entry changed has the same values now.</p>
        ) : (
          <>
            <p>
              {`${listOf(wanted.map(({ aspectName }) => aspectLabel(aspectName)))} will have these earlier values, as a new version. All other parts stay as they are.`}
            </p>
            <Changes found={found} />
          </>
        )}
        {trial.isLoading && <Skeleton lines={1} label="Checking" />}
        {failure !== null && <Failure error={failure} />}
      </Stack>
    </Dialog>
  );
}

function Changes({ found }: { readonly found: ReturnType<typeof changesBack> }): ReactNode {
  const naming = useEntityNames(urnsIn(found));
  const rows = found.map((difference) => ({
    key: [difference.aspect, ...difference.path].join('\n'),
    label: differenceLabel(difference, naming),
    ...differenceSides(difference, naming),
  }));
  return <ComparedSides label="What changes" sides={['Now', 'Then']} rows={rows} />;
}

/** Why the earlier values cannot be written. */
function Failure({ error }: { readonly error: Error }): ReactNode {
  const problems = error instanceof ApiError ? error.problems : [];
  const nameOf = useEntityNames(problems.flatMap(({ property }) => property ?? []));
  const names = problems.flatMap(({ property }) => (property === undefined ? [] : nameOf(property)));
  return <Notice tone="bad">{failureText(error, [...new Set(names)])}</Notice>;
}

function failureText(error: Error, properties: readonly string[]): string {
  switch (error instanceof ApiError ? error.status : 0) {
    case 400:
      return properties.length > 0
        ? `The values that these properties had are no longer allowed, or may not change: ${listOf(properties)}.`
        : 'These values are no longer allowed.';
    case 403:
      return 'You don’t have permission to change all of this.';
    case 404:
      return 'This version is no longer stored.';
    case 412:
      return 'Someone has changed this in the meantime. Close this, and compare again.';
    default:
      return messageOf(error);
  }
}

function listOf(names: readonly string[]): string {
  return new Intl.ListFormat('en').format(names);
}
