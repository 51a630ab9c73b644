import type { ReactNode } from 'react';
import { NameText } from '../../components/text/name-text.tsx';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { entityTypeLabel } from '../../api/names/entity-type-label.ts';
import { Change, ChangeParts } from '../../components/lists/change-list.tsx';
import { Moment } from '../../components/text/moment.tsx';
import { Facts } from '../../components/data/table.tsx';
import { ErrorNotice, Skeleton } from '../../components/feedback/notices.tsx';
import { Soft, Stack } from '../../components/layout/layout.tsx';
import { differences } from '../../shared/differences/differences.ts';
import {
  aspectLabel,
  differenceLabel,
  differenceSides,
  urnsIn,
} from '../../shared/differences/difference-text.ts';
import { EntityLink } from '../../shared/entities/entity-link.tsx';
import { apiName, requestWords } from '../../shared/words/request-words.ts';
import { entityTypeOf } from '../../urls/urn.ts';
import type { AuditEvent } from './audit-data.ts';
import type { AuditGroup } from './audit-groups.ts';
import type { Words } from './audit-sentence.ts';
import { MOST_DETAILED, useGroupValues, type ValueChange } from './audit-values.ts';

/** Maximum differences shown of one entity. */
const MAX_DIFFERENCES = 30;

/** Everything known about events of the audit log: when and how, and what changed. */
export function AuditDetails({
  group,
  words,
}: {
  readonly group: AuditGroup;
  readonly words: Words;
}): ReactNode {
  const { kind, privilege, request, time } = group.head;
  return (
    <Stack gap={4}>
      {kind === 'CHANGE' && <Changes group={group} />}
      {kind !== 'CHANGE' && group.entities.size > 1 && <Entities urns={[...group.entities.keys()]} />}
      <Facts
        facts={[
          { label: 'Time', value: <Moment time={time} /> },
          ...(privilege === null ? [] : [{ label: 'Privilege', value: words.privilegeName(privilege) }]),
          ...(request === null
            ? [{ label: 'Request', value: 'None: the server did it itself' }]
            : requestFacts(request)),
        ]}
      />
    </Stack>
  );
}

function requestFacts({
  address,
  id,
  operation,
  protocol,
  tokenId,
  userAgent,
}: NonNullable<AuditEvent['request']>) {
  const fact = (label: string, value: string | null) =>
    value === null ? [] : [{ label, value: <NameText>{value}</NameText> }];
  return [
    ...fact('Request', requestWords(operation)),
    ...fact('Through', apiName(protocol)),
    ...fact('Program', userAgent),
    ...fact('Network address', address),
    ...fact('Request ID', id),
    // Enough to recognise it in the list of tokens.
    ...fact('Token or session', tokenId === null ? null : `${tokenId.slice(0, 12)}…`),
  ];
}

/** The changed values of each entity, from the change feed. */
function Changes({ group }: { readonly group: AuditGroup }): ReactNode {
  const { data, error } = useGroupValues(group);
  const urns = [...group.entities.keys()];
  const found = (data ?? []).map((change) => ({
    ...change,
    all: differences(change.aspect, change.before, change.after),
  }));
  const nameOf = useEntityNames([...urns, ...urnsIn(found.flatMap(({ all }) => all))]);
  if (error !== null) return <ErrorNotice error={error} />;
  if (data === undefined) return <Skeleton lines={2} />;
  const left = urns.length - MOST_DETAILED;
  return (
    <Stack>
      {urns.slice(0, MOST_DETAILED).map((urn) => (
        <div key={urn}>
          {urns.length > 1 && <EntityLink urn={urn} name={nameOf(urn)} />}
          <ChangeParts>
            {shownParts(
              group.entities.get(urn) ?? [],
              found.filter((change) => change.urn === urn),
            ).map(({ aspect, change }) =>
              change === undefined ? (
                <Change key={aspect} label={aspectLabel(aspect)}>
                  <Soft>The values are no longer known.</Soft>
                </Change>
              ) : (
                change.all
                  .slice(0, MAX_DIFFERENCES)
                  .map((difference) => (
                    <Change
                      key={`${aspect} ${difference.path.join(' ')}`}
                      label={differenceLabel(difference, nameOf)}
                      {...differenceSides(difference, nameOf)}
                    />
                  ))
              ),
            )}
          </ChangeParts>
        </div>
      ))}
      {left > 0 && <Soft>And {left.toLocaleString('en')} more.</Soft>}
    </Stack>
  );
}

type Found = ValueChange & { readonly all: ReturnType<typeof differences> };

function shownParts(
  events: readonly AuditEvent[],
  found: readonly Found[],
): readonly { readonly aspect: string; readonly change: Found | undefined }[] {
  const aspects = [...new Set(events.flatMap(({ aspectName }) => aspectName ?? []))];
  return aspects.map((aspect) => ({ aspect, change: found.find((change) => change.aspect === aspect) }));
}

function Entities({ urns }: { readonly urns: readonly string[] }): ReactNode {
  const shown = urns.slice(0, MOST_DETAILED);
  const nameOf = useEntityNames(shown);
  return (
    <Facts
      facts={shown.map((urn) => ({
        label: entityTypeLabel(entityTypeOf(urn)),
        value: <EntityLink urn={urn} name={nameOf(urn)} />,
      }))}
    />
  );
}
