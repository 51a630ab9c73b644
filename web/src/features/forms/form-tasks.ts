import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { graphql } from '../../api/graphql.ts';
import { query } from '../../api/query.ts';
import { filterInput } from '../../shared/search/filters.ts';

const TASKS = graphql(`
  query formTasks(
    $forms: SearchAcrossEntitiesInput!
    $all: AggregateAcrossEntitiesInput!
    $mine: AggregateAcrossEntitiesInput!
  ) {
    forms: searchAcrossEntities(input: $forms) {
      searchResults {
        entity {
          urn
          ... on Form {
            info {
              name
              description
              type
              actors {
                owners
                isAssignedToMe
              }
            }
          }
        }
      }
    }
    all: aggregateAcrossEntities(input: $all) {
      facets {
        field
        aggregations {
          value
          count
        }
      }
    }
    mine: aggregateAcrossEntities(input: $mine) {
      facets {
        field
        aggregations {
          value
          count
        }
      }
    }
  }
`);

/** Maximum forms. */
const MAX_FORMS = 200;

/** Fields of assets with the urns of their forms, by state. */
const FIELDS = ['incompleteForms', 'completedForms', 'verifiedForms'];

/** A form that asks something of the person, with the number of assets by state. */
export interface FormTask {
  readonly urn: string;
  readonly name: string;
  readonly description: string;
  /** Whether the person answers for all assets; otherwise for assets that the person owns. */
  readonly isForAll: boolean;
  /** Assets with open questions. */
  readonly open: number;
  /** Assets whose answers wait for a verification. */
  readonly unverified: number;
  /** Assets that need nothing more. */
  readonly done: number;
}

/** Query options for the forms that ask something of the person, with the person and the person's groups. */
export function formTasksQuery(owners: readonly string[]) {
  return queryOptions({
    queryKey: ['formTasks', owners],
    meta: { shows: 'all' as const },
    queryFn: ({ signal }) => readTasks(owners, signal),
    enabled: owners.length > 0,
    staleTime: 10_000,
  });
}

/** The forms that ask something of the person, those with the most to do first. */
export function useFormTasks(owners: readonly string[]): UseQueryResult<readonly FormTask[]> {
  return useQuery(formTasksQuery(owners));
}

async function readTasks(owners: readonly string[], signal: AbortSignal): Promise<readonly FormTask[]> {
  const flags = { skipAggregates: true, skipHighlighting: true };
  const counted = { query: '*', facets: FIELDS, searchFlags: { maxAggValues: MAX_FORMS } };
  const { forms, all, mine } = await query(
    TASKS,
    {
      forms: { types: ['FORM'], query: '*', count: MAX_FORMS, searchFlags: flags },
      all: counted,
      mine: {
        ...counted,
        orFilters: [
          { and: [filterInput({ field: 'owners', operator: 'EQUAL', values: owners, isNegated: false })] },
        ],
      },
    },
    signal,
  );
  const [inAll, inMine] = [countsIn(all), countsIn(mine)];
  const tasks = (forms?.searchResults ?? []).flatMap(({ entity }) => {
    if (!('info' in entity) || entity.info === null) return [];
    const { actors, description, name, type } = entity.info;
    if (!actors.isAssignedToMe && !actors.owners) return [];
    const count = (field: string): number =>
      (actors.isAssignedToMe ? inAll : inMine).get(`${field} ${entity.urn}`) ?? 0;
    const completed = count('completedForms');
    const verified = count('verifiedForms');
    const unverified = type === 'VERIFICATION' ? Math.max(completed - verified, 0) : 0;
    return [
      {
        urn: entity.urn,
        name,
        description: description ?? '',
        isForAll: actors.isAssignedToMe,
        open: count('incompleteForms'),
        unverified,
        done: completed - unverified,
      },
    ];
  });
  return tasks
    .filter(({ done, open, unverified }) => open + unverified + done > 0)
    .sort((a, b) => b.open + b.unverified - (a.open + a.unverified) || a.name.localeCompare(b.name, 'en'));
}

interface Counted {
  readonly facets:
    | readonly {
        readonly field: string;
        readonly aggregations: readonly { readonly value: string; readonly count: number }[];
      }[]
    | null;
}

/** Counts by field and urn of a form. */
function countsIn(answer: Counted | null): ReadonlyMap<string, number> {
  return new Map(
    (answer?.facets ?? []).flatMap(({ aggregations, field }) =>
      aggregations.map(({ count, value }) => [`${field} ${value}`, count] as const),
    ),
  );
}
