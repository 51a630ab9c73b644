import type { ReactNode } from 'react';
import { Facts } from '../../components/data/table.tsx';
import { Section } from '../../components/layout/section.tsx';
import { assignmentsOf } from '../../shared/values/assignments.ts';
import { PropertyValues } from '../../shared/values/property-values.tsx';
import { Deprecation } from './deprecation.tsx';
import { DOMAIN_EDITS, TAG_EDITS, TERM_EDITS } from './label-edits.ts';
import { Labels } from './labels.tsx';
import { Links } from './links.tsx';
import { Owners } from './owners.tsx';
import { factsOf } from '../../shared/entities/entity-facts.ts';
import { useAspectNames, type StoredEntity } from '../../shared/entities/use-entity.ts';
import { useApplicableDefinitions } from './use-applicable-definitions.ts';
import { useRights } from '../../shared/rights/use-rights.ts';
import { Panel, Stack } from '../../components/layout/layout.tsx';

const TAGS = ['TAG'] as const;
const TERMS = ['GLOSSARY_TERM'] as const;
const DOMAINS = ['DOMAIN'] as const;

/** Side column of an entity: properties shown in the summary, and owners, tags, terms, domain and links if its type has them. */
export function Summary({ entity }: { readonly entity: StoredEntity }): ReactNode {
  const { urn } = entity;
  const facts = factsOf(entity);
  const aspects = useAspectNames(facts.type);
  const rightTo = useRights(urn);
  const has = (aspect: string): boolean => aspects?.has(aspect) === true;
  return (
    <Panel label="Summary">
      <Stack gap={4}>
        <SummaryProperties entity={entity} />
        {has('ownership') && <Owners urn={urn} owners={facts.owners} right={rightTo('owners')} />}
        {has('globalTags') && (
          <Labels
            {...{ urn, labels: facts.tags, types: TAGS, edits: TAG_EDITS, right: rightTo('tags') }}
            title="Tags"
            one="tag"
          />
        )}
        {has('glossaryTerms') && (
          <Labels
            {...{ urn, labels: facts.terms, types: TERMS, edits: TERM_EDITS, right: rightTo('terms') }}
            title="Glossary terms"
            one="term"
          />
        )}
        {has('domains') && (
          <Labels
            {...{ urn, types: DOMAINS, edits: DOMAIN_EDITS, right: rightTo('domain'), isSingle: true }}
            labels={facts.domain === undefined ? [] : [facts.domain]}
            title="Domain"
            one="domain"
          />
        )}
        {has('deprecation') && (
          <Deprecation urn={urn} deprecation={facts.deprecation} right={rightTo('deprecation')} />
        )}
        {has('institutionalMemory') && <Links urn={urn} links={facts.links} right={rightTo('links')} />}
      </Stack>
    </Panel>
  );
}

/** Values of the properties that are set to be shown in the summary. */
function SummaryProperties({ entity }: { readonly entity: StoredEntity }): ReactNode {
  const { data = [] } = useApplicableDefinitions(entity);
  const assigned = assignmentsOf(entity.aspects.get('structuredProperties')?.value);
  const shown = data.filter(
    ({ urn, isInSummary, isInSummaryWhenEmpty }) =>
      isInSummary && (isInSummaryWhenEmpty || assigned.has(urn)),
  );
  if (shown.length === 0) return null;
  return (
    <Section title="At a glance">
      <Facts
        facts={shown.map((definition) => ({
          label: definition.name,
          value: <PropertyValues definition={definition} values={assigned.get(definition.urn) ?? []} />,
        }))}
      />
    </Section>
  );
}
