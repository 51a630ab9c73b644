import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { NameText } from '../../components/text/name-text.tsx';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { Row, Soft } from '../../components/layout/layout.tsx';
import type { StoredEntity } from '../../shared/entities/use-entity.ts';
import { entityPath } from '../../urls/paths.ts';

/** Groups named in the line; more are counted. */
const MOST_GROUPS = 3;

/** Title, address and groups of a person, in one line. */
export function PersonFacts({ entity: { aspects } }: { readonly entity: StoredEntity }): ReactNode {
  const textOf = (member: string): string | undefined => {
    const values = ['corpUserEditableInfo', 'corpUserInfo'].map((name) => aspects.get(name)?.value[member]);
    return values.find((value): value is string => typeof value === 'string' && value !== '');
  };
  const groups = [
    ...new Set(
      ['groupMembership', 'nativeGroupMembership'].flatMap((name) => {
        const value = aspects.get(name)?.value;
        return textsIn(value?.['groups'] ?? value?.['nativeGroups']);
      }),
    ),
  ];
  const named = groups.slice(0, MOST_GROUPS);
  const nameOf = useEntityNames(named);
  const facts = [textOf('title'), textOf('email')].filter((fact) => fact !== undefined);
  if (facts.length === 0 && groups.length === 0) return null;
  return (
    <Row gap={3}>
      {facts.map((fact) => (
        <NameText key={fact}>{fact}</NameText>
      ))}
      {named.length > 0 && (
        <span>
          <Soft>in</Soft>{' '}
          {named.map((urn, i) => (
            <span key={urn}>
              {i > 0 && ', '}
              <Link href={entityPath(urn)}>
                <NameText>{nameOf(urn)}</NameText>
              </Link>
            </span>
          ))}
          {groups.length > named.length && ` and ${groups.length - named.length} more`}
        </span>
      )}
    </Row>
  );
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}
