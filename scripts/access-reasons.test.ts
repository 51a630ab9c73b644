import { describe, expect, it } from 'vitest';
import { REASON_KINDS } from '../src/model/access/reason.ts';
import type { AccessReason, UnmetCondition } from '../web/src/api/reason.ts';
import { REASON_WORDS, reasonWords } from '../web/src/shared/policies/reason-words.ts';

const CONDITION: UnmetCondition = {
  field: 'DOMAIN',
  propertyUrn: undefined,
  condition: 'EQUALS',
  values: ['urn:li:domain:growth'],
  found: [],
};
const REASON: AccessReason = {
  kind: 'NOT_GRANTED',
  privileges: ['EDIT_ENTITY_TAGS'],
  actorUrn: 'urn:li:corpuser:ada',
  policyUrn: 'urn:li:dataHubPolicy:taggers',
  propertyUrns: ['urn:li:structuredProperty:tier'],
  entityTypes: ['dataset', 'dataJob'],
  condition: CONDITION,
  appliesTo: {
    users: ['urn:li:corpuser:eve'],
    groups: ['urn:li:corpGroup:finance'],
    roles: [],
    allGroups: false,
    owners: true,
  },
};
const NAMES = {
  entity: (urn: string) => `Name of ${urn.split(':').at(-1) ?? ''}`,
  privilege: () => 'Edit Tags',
  me: undefined,
};

describe('kinds of reasons', () => {
  it('are those that the web interface has words for', () => {
    expect(Object.keys(REASON_WORDS).sort()).toEqual(Object.keys(REASON_KINDS).sort());
  });

  it.each(Object.keys(REASON_KINDS))('%s is said with names only', (kind) => {
    for (const me of [undefined, REASON.actorUrn]) {
      const words = reasonWords({ ...REASON, kind }, { ...NAMES, me });
      expect(words).toMatch(/^[A-Z].*\.$|^it .*[^.]$/);
      expect(words).not.toMatch(/urn:|undefined|[A-Z]+_[A-Z]+/);
    }
  });

  it('address the signed-in person, and name others', () => {
    expect(reasonWords(REASON, { ...NAMES, me: REASON.actorUrn })).toBe(
      'You don’t have the privilege Edit Tags.',
    );
    expect(reasonWords(REASON, NAMES)).toBe('Name of ada doesn’t have the privilege Edit Tags.');
  });

  it('say the condition of a policy, and what is there', () => {
    const unmet = (condition: Partial<UnmetCondition>): string =>
      reasonWords({ ...REASON, kind: 'CONDITION_UNMET', condition: { ...CONDITION, ...condition } }, NAMES);
    expect(unmet({})).toBe('it is for entities in the domain Name of growth');
    expect(unmet({ condition: 'NOT_EQUALS', found: ['urn:li:domain:growth'] })).toBe(
      'it is for entities not in the domain Name of growth; here it is Name of growth',
    );
    expect(unmet({ field: 'TYPE', values: ['dataset', 'dataJob'], found: ['tag'] })).toBe(
      'it is for entities of the type Dataset or Task; here it is Tag',
    );
    expect(
      unmet({
        field: 'STRUCTURED_PROPERTY',
        propertyUrn: 'urn:li:structuredProperty:level',
        values: ['low', 'mid', 'high', 'top', 'max'],
      }),
    ).toBe('it is for entities whose Name of level is Name of low, Name of mid, Name of high, or 2 others');
    expect(unmet({ values: [] })).toBe('it is for other entities');
  });
});
