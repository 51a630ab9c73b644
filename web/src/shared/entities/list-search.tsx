import { useEffect, useState, type ReactNode } from 'react';
import { TextField } from '../../components/fields/fields.tsx';
import { Hidden } from '../../components/layout/layout.tsx';

/** Debounce of typed text, in ms. */
const PAUSE_MS = 200;

/** Search field above a list; searches while typing. */
export function ListSearch({
  label,
  q,
  found,
  onSearch,
}: {
  readonly label: string;
  readonly q: string;
  /** Number of matching entries; undefined until loaded. */
  readonly found: number | undefined;
  readonly onSearch: (q: string) => void;
}): ReactNode {
  const [text, setText] = useState(q);
  useEffect(() => {
    if (text === q) return undefined;
    const timer = setTimeout(() => {
      onSearch(text);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [text, q, onSearch]);
  return (
    <div>
      <TextField
        label={label}
        isLabelHidden
        type="search"
        placeholder="Search"
        value={text}
        onChange={setText}
      />
      <Hidden>
        <span role="status">{found !== undefined && `${found.toLocaleString('en')} found`}</span>
      </Hidden>
    </div>
  );
}
