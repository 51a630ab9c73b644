import { ENTITY_LABEL } from '../../api/entity-label.ts';
import { graphql, type ResultOf } from '../../api/graphql.ts';

// Entities within an entity have their own few fields instead of all those of EntityLabel: a document may have 500 aliases.

/** Owners of an asset, as a list of results shows them. */
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

/** Containers around an asset, the nearest first. */
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

/** Property values of an asset, of which one property may be its badge. */
export const CARD_PROPERTIES = graphql(`
  fragment CardProperties on StructuredProperties {
    properties {
      structuredProperty {
        urn
        settings {
          showAsAssetBadge
        }
        definition {
          displayName
          qualifiedName
        }
      }
      values {
        ... on StringValue {
          stringValue
        }
        ... on NumberValue {
          numberValue
        }
      }
    }
  }
`);

/** What a list of results shows of an entity. */
export const ENTITY_CARD = graphql(
  `
    fragment EntityCard on Entity {
      urn
      ...EntityLabel
      ... on Dataset {
        properties {
          description
        }
        editableProperties {
          description
        }
        platform {
          ...CardPlatform
        }
        parentContainers {
          ...CardPath
        }
        subTypes {
          typeNames
        }
        deprecation {
          deprecated
        }
        domain {
          ...CardDomain
        }
        ownership {
          ...CardOwners
        }
        tags {
          ...CardTags
        }
        glossaryTerms {
          ...CardTerms
        }
        structuredProperties {
          ...CardProperties
        }
      }
      ... on Container {
        properties {
          description
        }
        editableProperties {
          description
        }
        platform {
          ...CardPlatform
        }
        parentContainers {
          ...CardPath
        }
        subTypes {
          typeNames
        }
        deprecation {
          deprecated
        }
        domain {
          ...CardDomain
        }
        ownership {
          ...CardOwners
        }
        tags {
          ...CardTags
        }
        glossaryTerms {
          ...CardTerms
        }
        structuredProperties {
          ...CardProperties
        }
      }
      ... on Chart {
        properties {
          description
        }
        editableProperties {
          description
        }
        platform {
          ...CardPlatform
        }
        parentContainers {
          ...CardPath
        }
        subTypes {
          typeNames
        }
        deprecation {
          deprecated
        }
        domain {
          ...CardDomain
        }
        ownership {
          ...CardOwners
        }
        tags {
          ...CardTags
        }
        glossaryTerms {
          ...CardTerms
        }
        structuredProperties {
          ...CardProperties
        }
      }
      ... on Dashboard {
        properties {
          description
        }
        editableProperties {
          description
        }
        platform {
          ...CardPlatform
        }
        parentContainers {
          ...CardPath
        }
        subTypes {
          typeNames
        }
        deprecation {
          deprecated
        }
        domain {
          ...CardDomain
        }
        ownership {
          ...CardOwners
        }
        tags {
          ...CardTags
        }
        glossaryTerms {
          ...CardTerms
        }
        structuredProperties {
          ...CardProperties
        }
      }
      ... on DataFlow {
        properties {
          description
        }
        editableProperties {
          description
        }
        platform {
          ...CardPlatform
        }
        parentContainers {
          ...CardPath
        }
        subTypes {
          typeNames
        }
        deprecation {
          deprecated
        }
        domain {
          ...CardDomain
        }
        ownership {
          ...CardOwners
        }
        tags {
          ...CardTags
        }
        glossaryTerms {
          ...CardTerms
        }
        structuredProperties {
          ...CardProperties
        }
      }
      ... on DataJob {
        properties {
          description
        }
        editableProperties {
          description
        }
        platform {
          ...CardPlatform
        }
        parentContainers {
          ...CardPath
        }
        subTypes {
          typeNames
        }
        deprecation {
          deprecated
        }
        domain {
          ...CardDomain
        }
        ownership {
          ...CardOwners
        }
        tags {
          ...CardTags
        }
        glossaryTerms {
          ...CardTerms
        }
        structuredProperties {
          ...CardProperties
        }
      }
      ... on MLModel {
        properties {
          description
        }
        editableProperties {
          description
        }
        platform {
          ...CardPlatform
        }
        parentContainers {
          ...CardPath
        }
        subTypes {
          typeNames
        }
        deprecation {
          deprecated
        }
        domain {
          ...CardDomain
        }
        ownership {
          ...CardOwners
        }
        tags {
          ...CardTags
        }
        glossaryTerms {
          ...CardTerms
        }
        structuredProperties {
          ...CardProperties
        }
      }
      ... on MLModelGroup {
        properties {
          description
        }
        editableProperties {
          description
        }
        platform {
          ...CardPlatform
        }
        parentContainers {
          ...CardPath
        }
        subTypes {
          typeNames
        }
        deprecation {
          deprecated
        }
        domain {
          ...CardDomain
        }
        ownership {
          ...CardOwners
        }
        tags {
          ...CardTags
        }
        glossaryTerms {
          ...CardTerms
        }
        structuredProperties {
          ...CardProperties
        }
      }
      ... on MLFeature {
        properties {
          description
        }
        editableProperties {
          description
        }
        subTypes {
          typeNames
        }
        deprecation {
          deprecated
        }
        domain {
          ...CardDomain
        }
        ownership {
          ...CardOwners
        }
        tags {
          ...CardTags
        }
        glossaryTerms {
          ...CardTerms
        }
        structuredProperties {
          ...CardProperties
        }
      }
      ... on MLFeatureTable {
        properties {
          description
        }
        editableProperties {
          description
        }
        subTypes {
          typeNames
        }
        deprecation {
          deprecated
        }
        domain {
          ...CardDomain
        }
        ownership {
          ...CardOwners
        }
        tags {
          ...CardTags
        }
        glossaryTerms {
          ...CardTerms
        }
        structuredProperties {
          ...CardProperties
        }
      }
      ... on MLPrimaryKey {
        properties {
          description
        }
        editableProperties {
          description
        }
        subTypes {
          typeNames
        }
        deprecation {
          deprecated
        }
        domain {
          ...CardDomain
        }
        ownership {
          ...CardOwners
        }
        tags {
          ...CardTags
        }
        glossaryTerms {
          ...CardTerms
        }
        structuredProperties {
          ...CardProperties
        }
      }
      ... on DataProduct {
        properties {
          description
        }
        subTypes {
          typeNames
        }
        deprecation {
          deprecated
        }
        domain {
          ...CardDomain
        }
        ownership {
          ...CardOwners
        }
        tags {
          ...CardTags
        }
        glossaryTerms {
          ...CardTerms
        }
        structuredProperties {
          ...CardProperties
        }
      }
      ... on Domain {
        properties {
          description
        }
        deprecation {
          deprecated
        }
        ownership {
          ...CardOwners
        }
        structuredProperties {
          ...CardProperties
        }
      }
      ... on GlossaryTerm {
        properties {
          definition
        }
        subTypes {
          typeNames
        }
        deprecation {
          deprecated
        }
        domain {
          ...CardDomain
        }
        ownership {
          ...CardOwners
        }
        tags {
          ...CardTags
        }
        structuredProperties {
          ...CardProperties
        }
      }
      ... on GlossaryNode {
        properties {
          description
        }
        subTypes {
          typeNames
        }
        domain {
          ...CardDomain
        }
        ownership {
          ...CardOwners
        }
        tags {
          ...CardTags
        }
        structuredProperties {
          ...CardProperties
        }
      }
      ... on Tag {
        properties {
          description
        }
        deprecation {
          deprecated
        }
        ownership {
          ...CardOwners
        }
      }
      ... on CorpUser {
        tags {
          ...CardTags
        }
        structuredProperties {
          ...CardProperties
        }
      }
      ... on CorpGroup {
        ownership {
          ...CardOwners
        }
        tags {
          ...CardTags
        }
        structuredProperties {
          ...CardProperties
        }
      }
      ... on SchemaFieldEntity {
        subTypes {
          typeNames
        }
        deprecation {
          deprecated
        }
        domain {
          ...CardDomain
        }
        ownership {
          ...CardOwners
        }
        tags {
          ...CardTags
        }
        glossaryTerms {
          ...CardTerms
        }
        structuredProperties {
          ...CardProperties
        }
        parent {
          urn
        }
      }
      ... on Application {
        properties {
          description
        }
        subTypes {
          typeNames
        }
        domain {
          ...CardDomain
        }
        ownership {
          ...CardOwners
        }
        tags {
          ...CardTags
        }
        glossaryTerms {
          ...CardTerms
        }
        structuredProperties {
          ...CardProperties
        }
      }
      ... on Notebook {
        editableProperties {
          description
        }
        platform {
          ...CardPlatform
        }
        subTypes {
          typeNames
        }
        domain {
          ...CardDomain
        }
        ownership {
          ...CardOwners
        }
        tags {
          ...CardTags
        }
        glossaryTerms {
          ...CardTerms
        }
      }
      ... on Document {
        platform {
          ...CardPlatform
        }
        subTypes {
          typeNames
        }
        domain {
          ...CardDomain
        }
        ownership {
          ...CardOwners
        }
        tags {
          ...CardTags
        }
        glossaryTerms {
          ...CardTerms
        }
        structuredProperties {
          ...CardProperties
        }
      }
      ... on OtherEntity {
        platform {
          ...CardPlatform
        }
        domain {
          ...CardDomain
        }
        ownership {
          ...CardOwners
        }
        tags {
          ...CardTags
        }
        glossaryTerms {
          ...CardTerms
        }
        structuredProperties {
          ...CardProperties
        }
      }
    }
  `,
  [ENTITY_LABEL, CARD_OWNERS, CARD_TAGS, CARD_TERMS, CARD_DOMAIN, CARD_PATH, CARD_PLATFORM, CARD_PROPERTIES],
);

/** What a list of results shows of an entity, as the server sends it. */
export type EntityCardFields = ResultOf<typeof ENTITY_CARD>;
