import type { ReactNode } from 'react';
import { NameText } from '../../components/text/name-text.tsx';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { Ago } from '../../components/text/ago.tsx';
import { Avatar } from '../../components/icons/avatar.tsx';
import { BlockEmpty, BlockRow, BlockRows } from '../../components/layout/dashboard.tsx';
import { entityPath } from '../../urls/paths.ts';
import { CHANGED_DAYS, type AssetChange } from './changes-data.ts';
import { LoadedBlock } from './loaded-block.tsx';

/** Maximum changed parts named in a row. */
const MAX_PARTS = 3;

/** The last changes of assets that the person owns. */
export function ChangesBlock({
  changes,
  error,
  onRetry,
}: {
  readonly changes: readonly AssetChange[] | undefined;
  readonly error: Error | null;
  readonly onRetry: () => void;
}): ReactNode {
  const nameOf = useEntityNames(
    (changes ?? []).flatMap(({ actor, properties, urn }) => [urn, actor, ...properties]),
  );
  return (
    <LoadedBlock title="What changed" data={changes} error={error} onRetry={onRetry} lines={5}>
      {(list) =>
        list.length === 0 ? (
          <BlockEmpty>{`Nothing that you own has changed in the last ${CHANGED_DAYS} days.`}</BlockEmpty>
        ) : (
          <BlockRows>
            {list.map((change) => (
              <BlockRow
                key={change.key}
                to={change.kind === 'deleted' ? entityPath(change.urn) : `${entityPath(change.urn)}/history`}
                icon={<Avatar name={nameOf(change.actor)} />}
                below={
                  <>
                    <NameText>{nameOf(change.actor)}</NameText> {deedOf(change, nameOf)}
                  </>
                }
                note={<Ago time={change.time} />}
              >
                <NameText>{nameOf(change.urn)}</NameText>
              </BlockRow>
            ))}
          </BlockRows>
        )
      }
    </LoadedBlock>
  );
}

/** What was done, after the name of the actor: `changed Retention and owners`. */
function deedOf({ kind, parts, properties }: AssetChange, nameOf: (urn: string) => string): string {
  if (kind === 'created') return 'added it';
  if (kind === 'deleted') return 'deleted it';
  const names = [...properties.map(nameOf), ...parts];
  const shown = names.slice(0, names.length > MAX_PARTS ? MAX_PARTS - 1 : MAX_PARTS);
  const left = names.length - shown.length;
  const list = new Intl.ListFormat('en').format([...shown, ...(left > 0 ? [`${left} more`] : [])]);
  return `changed ${list}`;
}
