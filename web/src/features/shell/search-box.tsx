import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { useLocation, useSearch } from 'wouter';
import { completeNames } from '../../api/complete-names.ts';
import { nameOf } from '../../api/entity-label.ts';
import { SearchField } from '../../components/suggestions/search-field.tsx';
import { entityPath, searchPath } from '../../urls/paths.ts';
import { entityKind } from '../../shared/search/entity-kind.ts';

/** Value of the choice that searches the typed text. */
const ALL_RESULTS = 'all';

/** Search field at the top of every page: completes names and searches the typed text. */
export function SearchBox({ after }: { readonly after: ReactNode }): ReactNode {
  const [path, navigate] = useLocation();
  const parameters = useSearch();
  const searchText = path === '/search' ? (new URLSearchParams(parameters).get('q') ?? '') : '';
  const [text, setText] = useState(searchText);
  useEffect(() => {
    setText(searchText);
  }, [searchText]);
  useEffect(() => {
    document.addEventListener('keydown', focusOnSlash);
    return () => document.removeEventListener('keydown', focusOnSlash);
  }, []);
  const typed = text.trim();
  const { data } = useQuery({
    queryKey: ['complete', typed],
    queryFn: ({ signal }) => completeNames({ query: typed, limit: 3 }, signal),
    enabled: typed.length > 1,
    placeholderData: (before) => before,
  });
  const entities = (typed.length > 1 ? (data ?? []) : []).map((entity) => ({
    id: entity.urn,
    label: nameOf(entity),
    kind: entityKind(entity.urn),
  }));
  const all = typed === '' ? [] : [{ id: ALL_RESULTS, label: `All results for “${typed}”` }];
  const groups = [
    { id: 'entities', label: undefined, suggestions: entities },
    { id: 'all', label: undefined, suggestions: all },
  ].filter(({ suggestions }) => suggestions.length > 0);
  const search = (): void => {
    // Keeps filters and view. Parameters may repeat, and their order matters.
    const rest = [...new URLSearchParams(path === '/search' ? parameters : '')].filter(
      ([name]) => name !== 'q' && name !== 'page',
    );
    navigate(searchPath(typed === '' ? rest : [['q', typed], ...rest]));
  };
  return (
    <SearchField
      label="Search the catalog"
      text={text}
      onText={setText}
      after={after}
      groups={groups}
      onChoose={(id) => {
        if (id === ALL_RESULTS) search();
        else navigate(entityPath(id));
      }}
      onSubmit={search}
    />
  );
}

/** `/` focuses the search field, unless it is typed into another field or a dialog is open. */
function focusOnSlash(event: KeyboardEvent): void {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
  const { target } = event;
  if (
    target instanceof Element &&
    target.closest('input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog]')
  )
    return;
  event.preventDefault();
  document.querySelector<HTMLInputElement>('[role=search] input')?.focus();
}
