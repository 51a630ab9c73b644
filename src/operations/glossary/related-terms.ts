import * as v from 'valibot';
import type { EntityReference } from '../../model/entity-reference.ts';
import { patchIfAny, put, take } from '../../model/proposal-builders.ts';
import { texts } from '../../util/json/json-members.ts';
import { list, type InputTypes } from '../input-types.ts';
import type { Need } from '../needs.ts';
import { readAspect } from '../stored.ts';
import type { Work } from '../work.ts';
import { GLOSSARY_RIGHTS, glossaryRight } from './glossary-rights.ts';
import { objectOf } from '../shapes.ts';

/** Relationships from one term to others. */
interface RelatedTerms {
  readonly urn: EntityReference;
  readonly termUrns: readonly EntityReference[];
  /** `isA`: the term is a kind of the others; `hasA`: it contains them. */
  readonly relationshipType: 'isA' | 'hasA';
}

const ASPECT = 'glossaryRelatedTerms';
/** Members of the aspect. */
const MEMBERS = { isA: 'isRelatedTerms', hasA: 'hasRelatedTerms' } as const;

/** Input: relationships from one term to others. */
export function relatedTerms(types: InputTypes) {
  return objectOf({
    urn: types.entityOf('glossaryTerm'),
    termUrns: list(types.entityOf('glossaryTerm')),
    relationshipType: v.picklist(['isA', 'hasA']),
  });
}

/** The right to change the term. */
export const RELATED_TERMS_NEEDS: Need<RelatedTerms> = {
  anyOf: GLOSSARY_RIGHTS,
  clauses: async ({ urn: term }, reading) => [await glossaryRight(term, reading)],
};

/** Adds relationships that the term lacks, or removes those that it has. */
export async function changeRelatedTerms(
  change: 'add' | 'remove',
  { urn: term, termUrns: related, relationshipType: relationship }: RelatedTerms,
  work: Work,
): Promise<void> {
  const member = MEMBERS[relationship];
  const stored = new Set(texts((await readAspect(term.urn, ASPECT, work))?.[member]));
  const operations = [...new Set(related.map(({ urn }) => urn))]
    .filter((urn) => stored.has(urn) === (change === 'remove'))
    .map((urn) => (change === 'remove' ? take([member, urn]) : put([member, urn], urn)));
  await work.ingest(patchIfAny(term.urn, ASPECT, operations));
}
