import { withVisibleDirections } from '../../../../src/util/printable.ts';
import { shortName } from '../../urls/urn.ts';
import { graphql, readFragment, type FragmentOf, type ResultOf } from '../graphql.ts';

/** Fields that name an entity in a list. Names that differ in nullability by type have aliases. */
export const ENTITY_LABEL = graphql(`
  fragment EntityLabel on Entity {
    urn
    ... on HasDetails {
      properties {
        name
      }
    }
    ... on Dataset {
      editableProperties {
        name
      }
    }
    ... on DataProcessInstance {
      properties {
        name
      }
    }
    ... on Notebook {
      info {
        title
      }
    }
    ... on Incident {
      incidentTitle: title
    }
    ... on Assertion {
      assertionInfo: info {
        description
      }
    }
    ... on Document {
      info {
        title
      }
    }
    ... on CorpUser {
      userProperties: properties {
        displayName
      }
      editableUser: editableProperties {
        displayName
      }
    }
    ... on CorpGroup {
      groupProperties: properties {
        displayName
      }
    }
    ... on DataPlatform {
      platformProperties: properties {
        displayName
      }
    }
    ... on DataHubPolicy {
      policyName: displayName
    }
    ... on DataHubRole {
      roleName: name
    }
    ... on DataHubView {
      viewName: name
    }
    ... on OwnershipTypeEntity {
      ownershipInfo: info {
        name
      }
    }
    ... on Form {
      formInfo: info {
        name
      }
    }
    ... on StructuredPropertyEntity {
      definition {
        qualifiedName
        displayName
      }
    }
  }
`);

/** Result of {@link ENTITY_LABEL}. */
export type EntityLabel = FragmentOf<typeof ENTITY_LABEL>;

/** Names of entities that have none of their own. */
const BUILT_IN: Readonly<Record<string, string>> = {
  'urn:li:corpuser:__datahub_system': 'Colophon',
};

/** Display name of an entity; the name in its urn if it has none. */
export function nameOf(label: EntityLabel): string {
  const fields = readFragment(ENTITY_LABEL, label);
  const name = given(fields);
  return name === undefined ? withoutName(fields.urn) : withVisibleDirections(name);
}

/** Name of an entity that has none of its own, or whose name is not known. */
export function withoutName(urn: string): string {
  return BUILT_IN[urn] ?? shortName(urn);
}

function given(label: ResultOf<typeof ENTITY_LABEL>): string | undefined {
  const candidates = [
    'editableProperties' in label && label.editableProperties?.name,
    'properties' in label && label.properties?.name,
    'info' in label && label.info?.title,
    'incidentTitle' in label && label.incidentTitle,
    'assertionInfo' in label && label.assertionInfo?.description,
    'editableUser' in label && label.editableUser?.displayName,
    'userProperties' in label && label.userProperties?.displayName,
    'groupProperties' in label && label.groupProperties?.displayName,
    'platformProperties' in label && label.platformProperties?.displayName,
    'policyName' in label && label.policyName,
    'roleName' in label && label.roleName,
    'viewName' in label && label.viewName,
    'ownershipInfo' in label && label.ownershipInfo?.name,
    'formInfo' in label && label.formInfo?.name,
    'definition' in label && (label.definition.displayName ?? label.definition.qualifiedName),
  ];
  return candidates.find((name): name is string => typeof name === 'string' && name !== '');
}
