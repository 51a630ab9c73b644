import { useLocation, useSearch } from 'wouter';
import { searchPath } from '../../urls/paths.ts';
import { useRecordSearch } from './use-suggestions.tsx';

/** The text of the search page, and a function that searches another; both empty and without filters on other pages. */
export function useSearchText(): readonly [string, (text: string) => void] {
  const [path, navigate] = useLocation();
  const parameters = useSearch();
  const record = useRecordSearch();
  const isSearch = path === '/search';
  const search = (text: string): void => {
    record(text);
    // Keeps filters and view. Parameters may repeat, and their order matters.
    const rest = [...new URLSearchParams(isSearch ? parameters : '')].filter(
      ([name]) => name !== 'q' && name !== 'page',
    );
    navigate(searchPath(text === '' ? rest : [['q', text], ...rest]));
  };
  return [isSearch ? (new URLSearchParams(parameters).get('q') ?? '') : '', search];
}
