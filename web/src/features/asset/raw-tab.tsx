import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { Toolbar } from '../../components/controls/toolbar.tsx';
import { Select } from '../../components/fields/choice.tsx';
import { momentText } from '../../components/text/date-text.ts';
import { Moment } from '../../components/text/moment.tsx';
import { ErrorNotice } from '../../components/feedback/notices.tsx';
import { Panel, Soft, Stack } from '../../components/layout/layout.tsx';
import { useUrlState, type UrlCodec } from '../../urls/search-state.ts';
import { readHistories, type AspectVersion } from '../../shared/entities/aspect-versions.ts';
import type { StoredAspect, StoredEntity } from '../../shared/entities/use-entity.ts';

interface RawState {
  /** '' for the first aspect. */
  readonly aspect: string;
  /** '' for the latest version. */
  readonly version: string;
}

/** `aspect`, and `version` unless it is the latest. */
const ADDRESS: UrlCodec<RawState> = {
  parse: (parameters) => ({
    aspect: parameters.get('aspect') ?? '',
    version: parameters.get('version') ?? '',
  }),
  format: ({ aspect, version }) =>
    new URLSearchParams({ ...(aspect !== '' && { aspect }), ...(version !== '' && { version }) }),
};

/** Stored JSON of one aspect, in its latest version or an earlier one that is kept. */
export function RawTab({ entity }: { readonly entity: StoredEntity }): ReactNode {
  const [state, setState] = useUrlState(ADDRESS);
  const names = [...entity.aspects.keys()].sort((a, b) => a.localeCompare(b, 'en'));
  const name = entity.aspects.has(state.aspect) ? state.aspect : (names[0] ?? '');
  const present = entity.aspects.get(name);
  const { data: histories, error } = useQuery({
    queryKey: ['aspectHistories', entity.urn],
    meta: { shows: { urns: [entity.urn] } },
    queryFn: ({ signal }) => readHistories(entity.urn, signal),
  });
  const versions = histories?.find(({ aspect }) => aspect === name)?.versions ?? [];
  const latest = present?.version ?? '1';
  const former = versions.filter(({ number }) => String(number) !== latest);
  const chosen = former.find(({ number }) => String(number) === state.version);
  const nameOf = useEntityNames([present?.actor ?? [], ...versions.map(({ actor }) => actor ?? [])].flat());
  if (!present) return null;
  return (
    <Stack>
      <Toolbar>
        <Select
          label="Aspect"
          choices={names.map((aspect) => ({ value: aspect, label: aspect }))}
          value={name}
          onChange={(aspect) => {
            setState({ aspect, version: '' });
          }}
        />
        <Select
          label="Version"
          choices={[
            { value: latest, label: `${latest}, latest` },
            ...former.toReversed().map((version) => ({
              value: String(version.number),
              label: String(version.number),
              help: stampText(version, nameOf),
            })),
          ]}
          value={chosen ? state.version : latest}
          onChange={(version) => {
            setState({ aspect: name, version: version === latest ? '' : version });
          }}
        />
      </Toolbar>
      {error !== null && <ErrorNotice error={error} />}
      {state.version !== '' && state.version !== latest && histories !== undefined && !chosen && (
        <Soft>{`Version ${state.version} is no longer stored. Showing the latest version.`}</Soft>
      )}
      <Soft>
        <Stamp written={chosen ?? present} nameOf={nameOf} />
      </Soft>
      <Panel>
        <pre tabIndex={0} aria-label={name}>
          {JSON.stringify((chosen ?? present).value, undefined, 2)}
        </pre>
      </Panel>
    </Stack>
  );
}

type Naming = (urn: string) => string;

function stampText({ time, actor }: AspectVersion, nameOf: Naming): string {
  return [momentText(time), actor === undefined ? '' : `by ${nameOf(actor)}`].filter(Boolean).join(' ');
}

/** When a version was written and by whom, if the person may see that. */
function Stamp({
  written: { time, actor },
  nameOf,
}: {
  readonly written: Pick<StoredAspect, 'time' | 'actor'>;
  readonly nameOf: Naming;
}): ReactNode {
  return (
    <>
      {time !== undefined && (
        <>
          Written <Moment time={time} />
        </>
      )}
      {actor !== undefined && ` by ${nameOf(actor)}`}
    </>
  );
}
