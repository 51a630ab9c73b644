import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { NameText } from '../../components/text/name-text.tsx';
import { Avatar } from '../../components/icons/avatar.tsx';
import { EntityIcon } from '../../components/icons/entity-icon.tsx';
import { entityPath } from '../../urls/paths.ts';
import { entityTypeOf, shortName } from '../../urls/urn.ts';

/** Name of an entity as a link to its page, after the initials of a person or group, or the icon of its type. */
export function EntityLink({ urn, name }: { readonly urn: string; readonly name?: string }): ReactNode {
  const text = name ?? shortName(urn);
  return (
    <span className="with-icon">
      <EntityMark urn={urn} name={text} />
      <Link href={entityPath(urn)} title={urn}>
        <NameText>{text}</NameText>
      </Link>
    </span>
  );
}

/** Initials of a person or group; the icon of the type of any other entity. Decoration, beside the name. */
export function EntityMark({ urn, name }: { readonly urn: string; readonly name: string }): ReactNode {
  const type = entityTypeOf(urn);
  return type === 'corpuser' || type === 'corpGroup' ? (
    <Avatar name={name} isGroup={type === 'corpGroup'} />
  ) : (
    <EntityIcon type={type} />
  );
}
