import { describe, expect, it } from 'vitest';
import { answerOf, merge } from './merged-document.ts';

const PEOPLE = `
  query people($input: ListUsersInput!, $more: Boolean = false) {
    me { corpUser { urn } }
    found: listUsers(input: $input) @include(if: $more) {
      users { urn name: username ...Label }
    }
  }`;
const GROUPS = 'query groups { relations(input: { types: ["A { $b"], count: 1 }) { total ...Label } }';
const LABEL = 'fragment Label on Entity { urn }';

describe('merged documents', () => {
  it('have the fields of each query under names of their own, and each fragment once', () => {
    const { query, variables } = merge([
      { texts: [PEOPLE, LABEL], variables: { input: { count: 1 }, more: true } },
      { texts: [GROUPS, LABEL], variables: {} },
    ]);
    expect(query.replace(/\s+/g, ' ')).toBe(
      'query people_groups($input_0 : ListUsersInput ! , $more_0 : Boolean = false) {' +
        'q0_me: me { corpUser { urn } } ' +
        'q0_found : listUsers ( input : $input_0 ) @include ( if : $more_0 ) { users { urn name : username ... Label } } ' +
        'q1_relations: relations ( input : { types : [ "A { $b" ] , count : 1 } ) { total ... Label }}' +
        'fragment Label on Entity { urn }',
    );
    expect(variables).toEqual({ input_0: { count: 1 }, more_0: true });
  });

  it('are answered in parts', () => {
    const data = { q0_me: 1, q1_me: 2, q10_me: 3, q1_a_b: 4 };
    expect([0, 1, 10].map((index) => answerOf(data, index))).toEqual([
      { me: 1 },
      { me: 2, a_b: 4 },
      { me: 3 },
    ]);
  });
});
