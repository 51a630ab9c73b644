import { useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { messageOf } from '../../api/api-error.ts';
import { CommandPalette } from '../../components/overlays/command-palette.tsx';
import { ACTIONS, go, matching } from './destinations.ts';
import { useSearchText } from './use-search-text.ts';
import { useSuggestions } from './use-suggestions.tsx';

/** Maximum suggestions of each kind. */
const LIMIT = 5;

/** The command palette: finds pages, entities and actions by name, and lists earlier searches and visits. */
export function Palette({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [text, setText] = useState('');
  const [, navigate] = useLocation();
  const [, search] = useSearchText();
  const typed = text.trim();
  const { entities, pages, all, recent, error, isLoading } = useSuggestions(typed, LIMIT, search);
  const actions = { id: 'actions', label: 'Actions', suggestions: matching(ACTIONS, typed) };
  const groups = [...recent, pages, actions, ...entities, all];
  const note = error ? messageOf(error) : isLoading ? 'Searching…' : 'No pages, actions or entities match.';
  return (
    <CommandPalette
      text={text}
      onText={setText}
      groups={groups}
      note={note}
      onClose={onClose}
      onRun={(id) => {
        onClose();
        go(id, groups, navigate);
      }}
    />
  );
}
