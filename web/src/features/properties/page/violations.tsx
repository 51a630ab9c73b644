import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { graphql } from '../../../api/graphql.ts';
import { useEntityNames } from '../../../api/names/entity-names.ts';
import { query } from '../../../api/query.ts';
import { counted } from '../../../components/counted.ts';
import { ButtonLink } from '../../../components/controls/button.tsx';
import { EmptyState, ErrorNotice, Notice, Skeleton } from '../../../components/feedback/notices.tsx';
import { Row, Soft, Stack } from '../../../components/layout/layout.tsx';
import { useMayManage } from '../../../shared/rights/property-rights.tsx';
import { levelOfRule, rulesOf } from '../../../shared/rules/property-rules.ts';
import { LEVEL_WORDS, hasRules, urnsInRules } from '../../../shared/rules/rule-facts.ts';
import { violationText } from '../../../shared/rules/rule-words.ts';
import { VIOLATIONS_FIELD } from '../../../shared/search/fields.ts';
import { propertyPath } from '../../../urls/paths.ts';
import { draftOf, wordingOf } from '../definition/draft.ts';
import type { StoredProperty } from '../definition/stored-property.ts';
import { Examples } from '../plan/examples.tsx';
import { planChanges, type Violations } from '../plan/plan.ts';
import { searchForViolations } from '../property-search.ts';

const BREAKING = graphql(`
  query assetsBreakingRules($input: SearchAcrossEntitiesInput!) {
    searchAcrossEntities(input: $input) {
      total
      searchResults {
        entity {
          urn
        }
      }
    }
  }
`);

/** Assets that break the rules of a property; by rule for those who may change the rules. */
export function ViolationsView({ stored }: { readonly stored: StoredProperty }): ReactNode {
  const { isRemoved, urn } = stored;
  const rules = rulesOf(stored.rules);
  const may = useMayManage();
  const { data, error, refetch } = useViolations(stored, may, hasRules(rules) && !isRemoved);
  const nameOf = useEntityNames(urnsInRules(rules));
  if (isRemoved) return <Notice>This property is deleted. Restore it to see what breaks its rules.</Notice>;
  if (!hasRules(rules)) {
    return (
      <EmptyState
        title="No rules"
        actions={may === true && <ButtonLink to={`${propertyPath(urn)}/edit`}>Add rules</ButtonLink>}
      >
        <p>Rules say which values are valid, for which assets the property is, and where it is required.</p>
      </EmptyState>
    );
  }
  if (error !== null) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton lines={6} label="Judging values" />;
  if (data.entities === 0) {
    return (
      <EmptyState title="No violations">
        <p>All assets meet the rules of this property.</p>
      </EmptyState>
    );
  }
  const wording = wordingOf(draftOf(stored), nameOf);
  return (
    <Stack gap={5}>
      <Row spread>
        <span>
          {counted(data.entities, 'asset')} {data.entities === 1 ? 'breaks' : 'break'} a rule.
        </span>
        <Link href={searchForViolations(urn)}>Show in the search</Link>
      </Row>
      {data.byRule.map(({ entities, rule, sampleUrns }) => (
        <Stack key={rule} gap={2}>
          <h2>{violationText(rule, rules, wording)}</h2>
          <Soft>
            {counted(entities, 'asset')}. Level: {LEVEL_WORDS[levelOfRule(rule, rules)]}.
          </Soft>
          <Examples sampleUrns={sampleUrns} entities={entities} all={searchForViolations(urn)} />
        </Stack>
      ))}
      {data.sampleUrns && (
        <Examples sampleUrns={data.sampleUrns} entities={data.entities} all={searchForViolations(urn)} />
      )}
    </Stack>
  );
}

/** The plan that changes nothing counts by rule; it needs the right to change the property. Others count as a search does. */
function useViolations(stored: StoredProperty, may: boolean | undefined, isEnabled: boolean) {
  const { definition, urn } = stored;
  return useQuery({
    queryKey: ['propertyViolations', urn, may, stored.rules],
    meta: { shows: 'all' },
    queryFn: async ({ signal }): Promise<Violations & { readonly sampleUrns?: readonly string[] }> => {
      if (may === true) {
        const plan = await planChanges({ definitions: [{ urn, propertyDefinition: definition }] }, signal);
        return plan.properties[0]?.violations ?? { entities: 0, byRule: [] };
      }
      const filter = { field: VIOLATIONS_FIELD, values: [urn] };
      const input = { query: '*', count: 10, orFilters: [{ and: [filter] }] };
      const { searchAcrossEntities: found } = await query(BREAKING, { input }, signal, 'heavy');
      const sampleUrns = found?.searchResults.map(({ entity }) => entity.urn) ?? [];
      return { entities: found?.total ?? 0, byRule: [], sampleUrns };
    },
    enabled: isEnabled && may !== undefined,
  });
}
