import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { messageOf } from '../../api/api-error.ts';
import { completeNames } from '../../api/complete-names.ts';
import { nameOf } from '../../api/entity-label.ts';
import { useMe } from '../../api/me.ts';
import { visitsOf } from '../../api/visits.ts';
import { CommandPalette } from '../../components/overlays/command-palette.tsx';
import { entityPath, searchPath } from '../../urls/paths.ts';
import { useOfferedPages } from '../../shared/rights/use-offered-pages.ts';
import { entityKind } from '../../shared/search/entity-kind.ts';
import { ACTIONS, pageCommands, type Destination } from './destinations.ts';

/** The command palette: finds pages, entities and actions by name, and lists recent visits. */
export function Palette({
  text,
  onText,
  onClose,
}: {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
}): ReactNode {
  const [, navigate] = useLocation();
  const me = useMe();
  const pages = pageCommands(useOfferedPages());
  const searchText = text.trim();
  const {
    data: entities = [],
    error,
    isFetching,
  } = useQuery({
    queryKey: ['paletteEntities', searchText],
    queryFn: async ({ signal }) => {
      const listed = await completeNames({ query: searchText, limit: 5 }, signal);
      return listed.map((entity) => entityCommand(entity.urn, nameOf(entity)));
    },
    enabled: searchText.length > 1,
  });
  const matching = (list: readonly Destination[]): readonly Destination[] =>
    list.filter(({ label }) => label.toLowerCase().includes(searchText.toLowerCase()));
  const visits = me ? visitsOf(me.corpUser.urn).map(({ urn, name }) => entityCommand(urn, name)) : [];
  const groups = [
    { label: 'Recently visited', commands: searchText === '' ? visits : [] },
    { label: 'Pages', commands: matching(pages) },
    { label: 'Actions', commands: matching(ACTIONS) },
    { label: 'Entities', commands: entities },
    {
      label: 'Search',
      commands:
        searchText === ''
          ? []
          : [{ id: 'search', label: `Search for “${searchText}”`, run: searchPath({ q: searchText }) }],
    },
  ];
  const note = error ? messageOf(error) : isFetching ? 'Searching…' : 'No pages, actions or entities match.';
  return (
    <CommandPalette
      text={text}
      onText={onText}
      groups={groups}
      note={note}
      onClose={onClose}
      onRun={(id) => {
        const chosen = groups.flatMap(({ commands }) => commands).find((command) => command.id === id);
        if (!chosen) return;
        onClose();
        if (typeof chosen.run === 'string') navigate(chosen.run);
        else chosen.run();
      }}
    />
  );
}

function entityCommand(urn: string, name: string): Destination {
  return { id: urn, label: name, help: entityKind(urn), run: entityPath(urn) };
}
