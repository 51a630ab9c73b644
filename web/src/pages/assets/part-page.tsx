import type { ComponentType, ReactNode } from 'react';
import { Link, useParams } from 'wouter';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { Page } from '../../components/layout/layout.tsx';
import { entityPath, urnOfStep } from '../../urls/paths.ts';

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
