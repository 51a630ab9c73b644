import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { entityPath } from '../../urls/paths.ts';
import { shortName } from '../../urls/urn.ts';

/** The name of an entity as a link to its page. */
export function EntityLink({ urn, name }: { readonly urn: string; readonly name?: string }): ReactNode {
  return (
    <Link href={entityPath(urn)} title={urn}>
      <bdi>{name ?? shortName(urn)}</bdi>
    </Link>
  );
}
