import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { useMe } from '../../api/person/me.ts';
import { query } from '../../api/query.ts';
import { clearSearches, recentSearches, recordSearch } from '../../api/person/recent-searches.ts';
import { visitsOf } from '../../api/person/visits.ts';
import { Icon } from '../../components/icons/icon.tsx';
import { useOfferedPages } from '../../shared/rights/use-offered-pages.ts';
import { matching, pageCommands, type DestinationGroup } from './destinations.ts';
import { SUGGESTED_ENTITY, entityDestination, visitDestination } from './suggested-entity.tsx';

const SUGGEST = graphql(
  `
    query suggest($input: SuggestInput!) {
      suggest(input: $input) {
        groups {
          kind
          suggestions {
            name
            entity {
              urn
              ...SuggestedEntity
            }
          }
        }
        didYouMean {
          text
        }
      }
    }
  `,
  [SUGGESTED_ENTITY],
);

type Suggested = ResultOf<typeof SUGGEST>['suggest'];

/** Headings of the kinds. */
const HEADINGS: Readonly<Record<Suggested['groups'][number]['kind'], string>> = {
  ASSETS: 'Assets',
  VOCABULARY: 'Domains, terms and tags',
  PROPERTIES: 'Properties',
  VIEWS: 'Views',
  PEOPLE: 'People',
};

/** Maximum number of pages listed while something is typed. */
const MAX_PAGES = 3;

/** Suggestions for a typed text, in groups. */
interface Suggestions {
  /** Entities by kind, and similar texts if there are none. */
  readonly entities: readonly DestinationGroup[];
  /** Pages of the interface. */
  readonly pages: DestinationGroup;
  /** The search for the text. */
  readonly all: DestinationGroup;
  /** Earlier searches and visits, while nothing is typed. */
  readonly recent: readonly DestinationGroup[];
  readonly error: Error | null;
  readonly isLoading: boolean;
}

/** Suggestions for the field at the top and the command palette. `search` searches a text. */
export function useSuggestions(typed: string, limit: number, search: (text: string) => void): Suggestions {
  const pages = pageCommands(useOfferedPages());
  const recent = useRecent(typed === '', search);
  const { data, error, isFetching } = useQuery({
    queryKey: ['suggest', typed, limit],
    queryFn: async ({ signal }) => ({
      ...(await query(SUGGEST, { input: { text: typed, limit } }, signal)).suggest,
      text: typed,
    }),
    enabled: typed.length > 1,
    placeholderData: (before) => before,
  });
  const suggested = typed.length > 1 ? data : undefined;
  // Made once for each response: the next key keeps the lines as they are until its own response arrives.
  const found = useMemo(() => (suggested === undefined ? [] : groupsOf(suggested)), [suggested]);
  const searchOf = (text: string, id: string, label: string): DestinationGroup['suggestions'][number] => ({
    id,
    label,
    icon: <Icon name="search" />,
    run: () => {
      search(text);
    },
  });
  const similar = (suggested?.didYouMean ?? []).map(({ text }) => searchOf(text, `similar:${text}`, text));
  return {
    entities: [...found, { id: 'similar', label: 'Did you mean', suggestions: similar }].filter(
      ({ suggestions }) => suggestions.length > 0,
    ),
    pages: {
      id: 'pages',
      label: 'Pages',
      suggestions: typed === '' ? pages : matching(pages, typed),
    },
    all: {
      id: 'all',
      label: undefined,
      suggestions: typed === '' ? [] : [searchOf(typed, 'all', `All results for “${typed}”`)],
    },
    recent,
    error,
    isLoading: isFetching,
  };
}

/** The suggested entities by kind, with the letters marked that were typed for this response. */
function groupsOf({ groups, text }: Suggested & { readonly text: string }): readonly DestinationGroup[] {
  return groups.map(({ kind, suggestions }) => ({
    id: kind,
    label: HEADINGS[kind],
    suggestions: suggestions.map(({ entity, name }) => entityDestination(entity, name, text)),
  }));
}

/** The first of these pages. */
export function fewPages(pages: DestinationGroup): DestinationGroup {
  return { ...pages, suggestions: pages.suggestions.slice(0, MAX_PAGES) };
}

/** Stores what the person searches, to suggest it again. */
export function useRecordSearch(): (text: string) => void {
  const person = useMe()?.corpUser.urn;
  return (text) => {
    if (person !== undefined && text !== '') recordSearch(person, text);
  };
}

function useRecent(isShown: boolean, search: (text: string) => void): readonly DestinationGroup[] {
  const person = useMe()?.corpUser.urn;
  const [, setCleared] = useState(0);
  if (!isShown || person === undefined) return [];
  const searches = recentSearches(person).map((text) => ({
    id: `recent:${text}`,
    label: text,
    icon: <Icon name="history" />,
    run: () => {
      search(text);
    },
  }));
  const clear = {
    id: 'clear',
    label: 'Clear recent searches',
    icon: <Icon name="close" />,
    run: () => {
      clearSearches();
      setCleared((count) => count + 1);
    },
  };
  const visits = visitsOf(person).map(({ urn, name }) => visitDestination(urn, name));
  return [
    {
      id: 'searches',
      label: 'Recent searches',
      suggestions: searches.length === 0 ? [] : [...searches, clear],
    },
    { id: 'visits', label: 'Recently visited', suggestions: visits.slice(0, 5) },
  ].filter(({ suggestions }) => suggestions.length > 0);
}
