import type { ReactNode } from 'react';
import { useEntityNames } from '../../../api/names/entity-names.ts';
import { counted } from '../../../components/counted.ts';
import { Notice } from '../../../components/feedback/notices.tsx';
import { Stack } from '../../../components/layout/layout.tsx';
import { levelOfRule, rulesOf } from '../../../shared/rules/property-rules.ts';
import { urnsInRules } from '../../../shared/rules/rule-facts.ts';
import { violationText } from '../../../shared/rules/rule-words.ts';
import { draftOf, wordingOf } from '../definition/draft.ts';
import { useProperty } from '../definition/stored-property.ts';
import { NamedSamples, shownSamples } from './named-samples.tsx';
import type { NewDefinition, PlannedProperty } from './plan.ts';

/** The assets that break rules once the plan is applied, and that their values stay. */
export function PlannedViolations({
  property: { urn, violations },
  after,
}: {
  readonly property: PlannedProperty;
  /** The new definition; undefined for a deletion. */
  readonly after: NewDefinition | undefined;
}): ReactNode {
  const { data: stored } = useProperty(urn);
  const rules = rulesOf(after?.structuredPropertyRules ?? stored?.rules);
  const broken = violations?.byRule ?? [];
  const nameOf = useEntityNames([
    ...urnsInRules(rules),
    ...broken.flatMap(({ sampleUrns }) => shownSamples(sampleUrns)),
  ]);
  if (violations === undefined || after === undefined) return null;
  const draft = draftOf({
    urn,
    definition: after.propertyDefinition,
    settings: undefined,
    display: after.structuredPropertyDisplay ?? stored?.display,
  });
  const isEnforced = broken.some(({ rule }) => levelOfRule(rule, rules) === 'ENFORCE');
  return (
    <Stack gap={2}>
      <h3>Rules</h3>
      <p>
        {violations.entities === 0
          ? 'No asset breaks a rule.'
          : `${counted(violations.entities, 'asset')} ${violations.entities === 1 ? 'breaks' : 'break'} a rule:`}
      </p>
      {broken.length > 0 && (
        <ul>
          {broken.map(({ entities, rule, sampleUrns }) => (
            <li key={rule}>
              {violationText(rule, rules, wordingOf(draft, nameOf))}:{' '}
              <strong>{counted(entities, 'asset')}</strong>{' '}
              <NamedSamples sampleUrns={sampleUrns} entities={entities} nameOf={nameOf} />
            </li>
          ))}
        </ul>
      )}
      {isEnforced && (
        <Notice tone="warn">
          <p>
            What is there stays: no value is removed. Only new writes that break an enforced rule are refused.
          </p>
        </Notice>
      )}
    </Stack>
  );
}
