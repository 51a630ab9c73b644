import { ENTITY_LABEL } from '../../../api/names/entity-label.ts';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { ASSET_BADGES } from '../../../shared/values/display/asset-badges.ts';

// Nested entities select few fields instead of EntityLabel's: a document may have at most 500 aliases.

/** Owners of an asset in a search result. */
export const CARD_OWNERS = graphql(`
  fragment CardOwners on Ownership {
    owners {
      owner {
        ... on CorpUser {
          urn
          properties {
            displayName
          }
        }
        ... on CorpGroup {
          urn
          properties {
            displayName
          }
        }
      }
    }
  }
`);

/** Tags of an asset. */
export const CARD_TAGS = graphql(`
  fragment CardTags on GlobalTags {
    tags {
      tag {
        urn
        properties {
          name
        }
      }
    }
  }
`);

/** Glossary terms of an asset. */
export const CARD_TERMS = graphql(`
  fragment CardTerms on GlossaryTerms {
    terms {
      term {
        urn
        properties {
          name
        }
      }
    }
  }
`);

/** Domain of an asset. */
export const CARD_DOMAIN = graphql(`
  fragment CardDomain on DomainAssociation {
    domain {
      urn
      properties {
        name
      }
    }
  }
`);

/** Containers of an asset, nearest first. */
export const CARD_PATH = graphql(`
  fragment CardPath on ParentContainersResult {
    containers {
      urn
      properties {
        name
      }
    }
  }
`);

/** Platform of an asset. */
export const CARD_PLATFORM = graphql(`
  fragment CardPlatform on DataPlatform {
    urn
    properties {
      displayName
    }
  }
`);

/** Fields of an entity in a search result. */
export const ENTITY_CARD = graphql(
  `
    fragment EntityCard on Entity {
      urn
      ...EntityLabel
      ... on HasDetails {
        properties {
          description
        }
      }
      ... on HasEditableDetails {
        editableProperties {
          description
        }
      }
      ... on OnPlatform {
        platform {
          ...CardPlatform
        }
      }
      ... on InContainer {
        parentContainers {
          ...CardPath
        }
      }
      ... on HasSubTypes {
        subTypes {
          typeNames
        }
      }
      ... on Deprecatable {
        deprecation {
          deprecated
        }
      }
      ... on InDomain {
        domain {
          ...CardDomain
        }
      }
      ... on Owned {
        ownership {
          ...CardOwners
        }
      }
      ... on Tagged {
        tags {
          ...CardTags
        }
      }
      ... on HasGlossaryTerms {
        glossaryTerms {
          ...CardTerms
        }
      }
      ... on HasStructuredProperties {
        structuredProperties {
          ...AssetBadges
        }
      }
      ... on SchemaFieldEntity {
        parent {
          urn
        }
      }
    }
  `,
  [ENTITY_LABEL, CARD_OWNERS, CARD_TAGS, CARD_TERMS, CARD_DOMAIN, CARD_PATH, CARD_PLATFORM, ASSET_BADGES],
);

/** Result of {@link ENTITY_CARD}. */
export type EntityCardFields = ResultOf<typeof ENTITY_CARD>;
