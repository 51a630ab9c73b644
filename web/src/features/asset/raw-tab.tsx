import type { ReactNode } from 'react';
import { useEntityNames } from '../../api/entity-names.ts';
import { Disclosure } from '../../components/data/disclosure.tsx';
import { Moment } from '../../components/data/moment.tsx';
import { Stack } from '../../components/layout/layout.tsx';
import type { StoredAspect, StoredEntity } from './use-entity.ts';

/** All aspects of an entity as they are stored, with version, time and author. */
export function RawTab({ entity }: { readonly entity: StoredEntity }): ReactNode {
  const aspects = [...entity.aspects].sort(([a], [b]) => a.localeCompare(b, 'en'));
  const nameOf = useEntityNames(aspects.flatMap(([, { actor }]) => actor ?? []));
  return (
    <Stack gap={2}>
      {aspects.map(([name, aspect]) => (
        <Disclosure key={name} title={<code>{name}</code>} note={<Stamp aspect={aspect} nameOf={nameOf} />}>
          <pre tabIndex={0} aria-label={name}>
            {JSON.stringify(aspect.value, undefined, 2)}
          </pre>
        </Disclosure>
      ))}
    </Stack>
  );
}

function Stamp({
  aspect: { version, time, actor },
  nameOf,
}: {
  readonly aspect: StoredAspect;
  readonly nameOf: (urn: string) => string;
}): ReactNode {
  return (
    <>
      {version !== undefined && `version ${version} `}
      {time !== undefined && <Moment time={time} />}
      {actor !== undefined && ` by ${nameOf(actor)}`}
    </>
  );
}
