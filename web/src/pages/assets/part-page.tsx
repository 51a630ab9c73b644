import { Suspense, lazy, type ComponentType, type ReactNode } from 'react';
import { Link, useParams } from 'wouter';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { Page } from '../../components/layout/layout.tsx';
import { useEntity } from '../../shared/entities/use-entity.ts';
import { entityTypeOf } from '../../urls/urn.ts';
import { entityPath, urnOfStep } from '../../urls/paths.ts';

const Missing = lazy(async () => ({ default: (await import('../../features/asset/missing.tsx')).Missing }));

/** A part of an entity's page on a page of its own, with a link to the entity. */
export function PartPage({
  title,
  isWide,
  part: Part,
}: {
  /** `Lineage`, of which the entity's name follows. */
  readonly title: string;
  /** Whether it takes the full width of the window. */
  readonly isWide: boolean;
  readonly part: ComponentType<{ readonly urn: string }>;
}): ReactNode {
  const urn = urnOfStep(useParams()['urn'] ?? '');
  const name = useEntityNames([urn])(urn);
  const { data: entity } = useEntity(urn);
  // A column without metadata of its own is known by the schema of its table.
  if (entity === null && entityTypeOf(urn) !== 'schemaField') {
    return (
      <Suspense>
        <Missing urn={urn} />
      </Suspense>
    );
  }
  return (
    <Page
      isWide={isWide}
      title={`${title} of ${name}`}
      shownTitle={
        <>
          {title} of <Link href={entityPath(urn)}>{name}</Link>
        </>
      }
    >
      <Part urn={urn} />
    </Page>
  );
}
