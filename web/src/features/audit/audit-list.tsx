import { useEffect, type ReactNode } from 'react';
import { Link } from 'wouter';
import { withMarks } from '../../components/text/with-marks.ts';
import { NameText } from '../../components/text/name-text.tsx';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { Button } from '../../components/controls/button.tsx';
import { ActivityList, ActivityRow } from '../../components/lists/activity.tsx';
import { Ago } from '../../components/text/ago.tsx';
import { LoadProblem } from '../../components/feedback/denied.tsx';
import { EmptyState, Skeleton } from '../../components/feedback/notices.tsx';
import { Avatar } from '../../components/icons/avatar.tsx';
import { Icon } from '../../components/icons/icon.tsx';
import { Row, Soft, Stack } from '../../components/layout/layout.tsx';
import { usePrivilegeCatalog } from '../../shared/policies/privilege-catalog.ts';
import { meansOf } from '../../shared/words/request-words.ts';
import { entityPath } from '../../urls/paths.ts';
import { useAuditEvents, type AuditFilter } from './audit-data.ts';
import { AuditDetails } from './audit-details.tsx';
import { groupsOf, type AuditGroup } from './audit-groups.ts';
import { deedOf, urnsOf, type SentencePart, type Words } from './audit-sentence.ts';
import { usePropertyValues } from './audit-values.ts';

/** Kinds that may indicate a security problem. */
const BAD: ReadonlySet<string> = new Set(['DENIED', 'UNAUTHENTICATED', 'FAILED_LOG_IN']);

/** Events that match the filter, newest first, as sentences. */
export function AuditList({ filter }: { readonly filter: AuditFilter }): ReactNode {
  const { data, error, refetch, dataUpdatedAt, ...pages } = useAuditEvents(filter, true);
  const events = data?.pages.flatMap((page) => page.events) ?? [];
  const groups = groupsOf(events);
  useFullPage(groups.length, pages, data?.pages.length ?? 0);
  const valuesOf = usePropertyValues(groups, dataUpdatedAt);
  const nameOf = useEntityNames(
    groups.flatMap((group) => [group.head.actorUrn ?? '', ...urnsOf(group, valuesOf)]),
  );
  const privileges = usePrivilegeCatalog();
  const words = { nameOf, valuesOf, privilegeName: privileges?.nameOf ?? (() => 'a privilege') };
  if (error !== null) {
    return <LoadProblem error={error} what="read the audit log" onRetry={() => void refetch()} />;
  }
  if (data === undefined) return <Skeleton lines={12} />;
  if (events.length === 0 && !pages.hasNextPage) {
    return (
      <EmptyState title="No events match">
        <p>Remove a filter or change the dates.</p>
      </EmptyState>
    );
  }
  return (
    <Stack>
      <ActivityList label="Audit log">
        {groups.map((group, index) => (
          <AuditRow key={group.key} group={group} words={words} note={newMeans(group, groups[index - 1])} />
        ))}
      </ActivityList>
      <Row>
        {pages.hasNextPage && (
          <Button isPending={pages.isFetchingNextPage} onPress={() => void pages.fetchNextPage()}>
            Show older events
          </Button>
        )}
        <Soft>
          <span role="status">{groups.length.toLocaleString('en')} shown</span>
        </Soft>
      </Row>
    </Stack>
  );
}

/** How a deed was done; undefined if the one above was done so, too, by the same person. */
function newMeans({ head }: AuditGroup, above: AuditGroup | undefined): string | undefined {
  const means = meansIn(head);
  const isRepeated = above?.head.actorUrn === head.actorUrn && meansIn(above.head) === means;
  return isRepeated ? undefined : means;
}

function meansIn({ request }: AuditGroup['head']): string | undefined {
  return request === null ? undefined : meansOf(request);
}

/** Rows that a page has at least. One commit can have thousands of events, which are one row. */
const FULL = 20;
/** Maximum pages that are read for them. */
const MAX_PAGES = 10;

function useFullPage(
  rows: number,
  {
    hasNextPage,
    isFetching,
    fetchNextPage,
  }: Pick<ReturnType<typeof useAuditEvents>, 'hasNextPage' | 'isFetching' | 'fetchNextPage'>,
  pages: number,
): void {
  const isShort = rows < FULL && pages > 0 && pages < MAX_PAGES && hasNextPage && !isFetching;
  useEffect(() => {
    if (isShort) void fetchNextPage();
  }, [isShort, fetchNextPage]);
}

function AuditRow({
  group,
  words,
  note,
}: {
  readonly group: AuditGroup;
  readonly words: Words;
  readonly note: string | undefined;
}): ReactNode {
  const { actorUrn, kind, time } = group.head;
  return (
    <ActivityRow
      icon={<DeedIcon group={group} nameOf={words.nameOf} />}
      note={note}
      time={<Ago time={time} />}
      details={() => <AuditDetails group={group} words={words} />}
    >
      <Actor urn={actorUrn} isClaimed={kind === 'FAILED_LOG_IN'} nameOf={words.nameOf} />{' '}
      <Sentence parts={deedOf(group, words)} nameOf={words.nameOf} />
    </ActivityRow>
  );
}

function DeedIcon({
  group: {
    head: { actorUrn, kind },
  },
  nameOf,
}: {
  readonly group: AuditGroup;
  readonly nameOf: Words['nameOf'];
}): ReactNode {
  if (BAD.has(kind)) return <Icon name="warning" />;
  return actorUrn === null ? <Icon name="account" /> : <Avatar name={nameOf(actorUrn)} />;
}

function Actor({
  urn,
  isClaimed,
  nameOf,
}: {
  readonly urn: string | null;
  /** Nobody has proved to be this person. */
  readonly isClaimed: boolean;
  readonly nameOf: Words['nameOf'];
}): ReactNode {
  if (urn === null) return 'Someone';
  const link = (
    <Link href={entityPath(urn)}>
      <NameText>{nameOf(urn)}</NameText>
    </Link>
  );
  return isClaimed ? <>Someone who claimed to be {link}</> : link;
}

/** A sentence whose entities are links, and whose values stand out. */
function Sentence({
  parts,
  nameOf,
}: {
  readonly parts: readonly SentencePart[];
  readonly nameOf: Words['nameOf'];
}): ReactNode {
  return parts.map((part, index) => {
    if (typeof part === 'string') return part;
    if ('value' in part) return <b key={index}>{withMarks(part.value)}</b>;
    return (
      <Link key={index} href={entityPath(part.urn)}>
        <NameText>{nameOf(part.urn)}</NameText>
      </Link>
    );
  });
}
