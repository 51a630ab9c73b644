import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { graphql, type ResultOf, type VariablesOf } from '../../api/graphql.ts';
import { query } from '../../api/query.ts';
import type { UrlCodec } from '../../urls/search-state.ts';

const EVENTS = graphql(`
  query auditEvents($input: AuditEventsInput) {
    auditEvents(input: $input) {
      nextCursor
      events {
        id
        kind
        time
        actorUrn
        entityUrn
        aspectName
        changeType
        createsEntity
        privilege
        upkeep
        logInMethod
        count
        request {
          id
          protocol
          operation
          tokenId
          address
          userAgent
        }
      }
    }
  }
`);

/** One event of the audit log. */
export type AuditEvent = ResultOf<typeof EVENTS>['auditEvents']['events'][number];

type Input = NonNullable<VariablesOf<typeof EVENTS>['input']>;
type Kind = NonNullable<Input['kinds']>[number];

/** Kinds of events and their labels. */
export const KINDS: readonly { readonly value: Kind; readonly label: string }[] = [
  { value: 'CHANGE', label: 'Changes' },
  { value: 'DENIED', label: 'Refusals' },
  { value: 'UNAUTHENTICATED', label: 'Invalid tokens' },
  { value: 'LOG_IN', label: 'Sign-ins' },
  { value: 'FAILED_LOG_IN', label: 'Failed sign-ins' },
  { value: 'LOG_OUT', label: 'Sign-outs' },
  { value: 'UPKEEP', label: 'Maintenance' },
  { value: 'SECRET_READ', label: 'Secrets read' },
  { value: 'WEBHOOK_MESSAGE', label: 'Webhook messages' },
];

/** Filter of audit events; '' and an empty list match all. Days as `yyyy-MM-dd`, both included. */
export interface AuditFilter {
  readonly entity: string;
  readonly actor: string;
  readonly kinds: readonly Kind[];
  readonly since: string;
  readonly until: string;
}

/** The filter in the address: `?entity=...&actor=...&kind=DENIED&since=2026-01-01&until=2026-01-31`. */
export const AUDIT_FILTER: UrlCodec<AuditFilter> = {
  parse: (parameters) => ({
    entity: parameters.get('entity') ?? '',
    actor: parameters.get('actor') ?? '',
    kinds: KINDS.flatMap(({ value }) => (parameters.getAll('kind').includes(value) ? [value] : [])),
    since: dayOf(parameters.get('since')),
    until: dayOf(parameters.get('until')),
  }),
  format: ({ kinds, ...single }) =>
    new URLSearchParams([
      ...Object.entries(single).filter(([, value]: [string, string]) => value !== ''),
      ...kinds.map((kind) => ['kind', kind]),
    ]),
};

function dayOf(text: string | null): string {
  return text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : '';
}

/** Events per request. */
const COUNT = 200;

const DAY_MS = 86_400_000;

/** Matching events, newest first, page by page. */
export const useAuditEvents = (filter: AuditFilter, isEnabled: boolean) =>
  useInfiniteQuery({
    queryKey: ['auditEvents', filter],
    queryFn: async ({ pageParam, signal }) =>
      (await query(EVENTS, { input: inputOf(filter, pageParam) }, signal)).auditEvents,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  });

/** Days are in UTC, like the exact times in tooltips. */
function inputOf({ actor, entity, kinds, since, until }: AuditFilter, cursor: string | undefined): Input {
  return {
    count: COUNT,
    ...(cursor !== undefined && { cursor }),
    ...(entity !== '' && { entityUrn: entity }),
    ...(actor !== '' && { actorUrns: [actor] }),
    ...(kinds.length > 0 && { kinds: [...kinds] }),
    ...(since !== '' && { since: Date.parse(since) }),
    ...(until !== '' && { until: Date.parse(until) + DAY_MS }),
  };
}
