import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ENTITY_LABEL, nameOf } from '../api/entity-label.ts';
import { graphql } from '../api/graphql.ts';
import { query } from '../api/query.ts';
import { ErrorNotice, Skeleton } from '../components/feedback/notices.tsx';
import { Page, Stack } from '../components/layout/layout.tsx';
import { entityPath } from '../urls/paths.ts';
import { useSearch } from 'wouter';

const SEARCH = graphql(
  `
    query search($input: SearchAcrossEntitiesInput!) {
      searchAcrossEntities(input: $input) {
        total
        searchResults {
          entity {
            urn
            ...EntityLabel
          }
        }
      }
    }
  `,
  [ENTITY_LABEL],
);

/** Search: the start page. */
export function SearchPage(): ReactNode {
  const text = new URLSearchParams(useSearch()).get('q') ?? '*';
  const { data, error } = useQuery({
    queryKey: ['search', text],
    queryFn: ({ signal }) => query(SEARCH, { input: { query: text, count: 20 } }, signal),
  });
  const found = data?.searchAcrossEntities;
  return (
    <Page title="Search">
      {error !== null && <ErrorNotice error={error} />}
      {found === undefined && error === null && <Skeleton lines={8} />}
      {found && (
        <Stack>
          <p>{found.total.toLocaleString('en')} found</p>
          {found.searchResults.map(({ entity }) => (
            <Link key={entity.urn} href={entityPath(entity.urn)}>
              {nameOf(entity)}
            </Link>
          ))}
        </Stack>
      )}
    </Page>
  );
}
