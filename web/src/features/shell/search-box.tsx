import { useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { SearchField } from '../../components/suggestions/search-field.tsx';
import { go } from './destinations.ts';
import { useSearchText } from './use-search-text.ts';
import { fewPages, useSuggestions } from './use-suggestions.tsx';

/** Maximum suggestions of each kind. */
const LIMIT = 4;

/** Search field at the top of every page: suggests names, pages and earlier searches, and searches the typed text. */
export function SearchBox({ after }: { readonly after: ReactNode }): ReactNode {
  const [, navigate] = useLocation();
  const [searchText, search] = useSearchText();
  const [text, setText] = useState(searchText);
  // Each use renders again, with the searches and visits since the last time.
  const [uses, setUses] = useState(0);
  useEffect(() => {
    setText(searchText);
  }, [searchText]);
  useEffect(() => {
    document.addEventListener('keydown', focusOnSlash);
    return () => document.removeEventListener('keydown', focusOnSlash);
  }, []);
  const typed = text.trim();
  const searchFor = (wanted: string): void => {
    setText(wanted);
    search(wanted);
  };
  const { entities, pages, all, recent } = useSuggestions(uses === 0 ? '' : typed, LIMIT, searchFor);
  const groups = typed === '' ? recent : [...entities, fewPages(pages), all];
  return (
    <SearchField
      label="Search the catalog"
      text={text}
      onText={setText}
      after={after}
      groups={groups.filter(({ suggestions }) => suggestions.length > 0)}
      onChoose={(id) => {
        setText('');
        go(id, groups, navigate);
      }}
      onUse={() => {
        setUses((count) => count + 1);
      }}
      onSubmit={() => {
        searchFor(typed);
      }}
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
