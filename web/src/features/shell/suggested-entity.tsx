import type { ReactNode } from 'react';
import { withVisibleDirections } from '../../../../src/util/printable.ts';
import { entityTypeLabel } from '../../api/names/entity-type-label.ts';
import { graphql, readFragment, type FragmentOf } from '../../api/graphql.ts';
import { NameText } from '../../components/text/name-text.tsx';
import { Avatar } from '../../components/icons/avatar.tsx';
import { EntityIcon } from '../../components/icons/entity-icon.tsx';
import { PlatformMark } from '../../components/icons/platform-mark.tsx';
import { piecesOfTyped } from '../../shared/search/highlight.ts';
import { entityPath, propertyPath, searchPath } from '../../urls/paths.ts';
import { entityTypeOf, shortName } from '../../urls/urn.ts';
import type { Destination } from './destinations.ts';

/** Where a suggested entity is, and what it is. */
export const SUGGESTED_ENTITY = graphql(`
  fragment SuggestedEntity on Entity {
    urn
    ... on OnPlatform {
      platform {
        urn
        properties {
          displayName
        }
      }
    }
    ... on InContainer {
      parentContainers {
        containers {
          urn
          properties {
            name
          }
        }
      }
    }
    ... on HasSubTypes {
      subTypes {
        typeNames
      }
    }
  }
`);

/** A suggested entity as a line of a list, with the typed letters marked. */
export function entityDestination(
  fields: FragmentOf<typeof SUGGESTED_ENTITY>,
  name: string,
  typed: string,
): Destination {
  const entity = readFragment(SUGGESTED_ENTITY, fields);
  const { urn } = entity;
  const type = entityTypeOf(urn);
  const label = withVisibleDirections(name);
  const subType = 'subTypes' in entity ? entity.subTypes?.typeNames?.[0] : undefined;
  const platform = 'platform' in entity ? entity.platform : undefined;
  const containers = 'parentContainers' in entity ? (entity.parentContainers?.containers ?? []) : [];
  const path = containers.map((one) => one.properties?.name ?? shortName(one.urn)).reverse();
  // The display name of a property need not be unique.
  const qualifiedName = type === 'structuredProperty' ? shortName(urn) : '';
  return {
    id: urn,
    label,
    pieces: piecesOfTyped(label, typed),
    icon: iconOf(type, label),
    place: withVisibleDirections(qualifiedName === name ? '' : qualifiedName || path.join(' / ')),
    kind: (
      <>
        {platform && platform.urn !== 'urn:li:dataPlatform:unknown' && (
          <span className="with-icon">
            <PlatformMark
              platform={shortName(platform.urn)}
              name={platform.properties?.displayName ?? shortName(platform.urn)}
            />
            <NameText>{platform.properties?.displayName ?? shortName(platform.urn)}</NameText>
          </span>
        )}{' '}
        <NameText>{subType ?? entityTypeLabel(type)}</NameText>
      </>
    ),
    run: pathOf(urn),
  };
}

/** A visited entity as a line of a list. */
export function visitDestination(urn: string, name: string): Destination {
  const type = entityTypeOf(urn);
  return { id: urn, label: name, icon: iconOf(type, name), kind: entityTypeLabel(type), run: pathOf(urn) };
}

function iconOf(type: string, name: string): ReactNode {
  const isPerson = /^corp(?:user|group)$/i.test(type);
  return isPerson ? <Avatar name={name} isGroup={/group/i.test(type)} /> : <EntityIcon type={type} />;
}

/** Views open the search with them, properties their own page. */
function pathOf(urn: string): string {
  if (urn.startsWith('urn:li:dataHubView:')) return searchPath({ view: urn });
  return urn.startsWith('urn:li:structuredProperty:') ? propertyPath(urn) : entityPath(urn);
}
