import { CatalogError, invalidRequest } from '../../../errors.ts';
import type { EntityReference } from '../../../model/entity-reference.ts';
import { creationOf, patchOf, put, take } from '../../../model/proposal-builders.ts';
import { formatUrn } from '../../../model/urn.ts';
import type { Urn } from '../../../model/urn.ts';
import { createOnce } from '../../../operations/create-once.ts';
import { creatorOwnership } from '../../../operations/creator-ownership.ts';
import { requireFreeName } from '../../../operations/sibling-names.ts';
import { deleteEverywhere, readAspect, requireExisting } from '../../../operations/stored.ts';
import { given } from '../../../util/given.ts';
import { text, texts } from '../../../util/json-members.ts';
import { NODE_LINK, requireGlossaryRight, requireRightIn } from '../glossary-rights.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import type { Resolvers } from '../schema-types.generated.ts';
import { updating, withRootCause } from '../wrapped-error.ts';
import { parentsOf } from './parents.ts';

interface CreateInput {
  readonly id?: string | null;
  readonly name: string;
  readonly description?: string | null;
  readonly parentNode?: string | null;
}
interface ParentInput {
  readonly parentNode?: string | null;
  readonly resourceUrn: string;
}
interface RelatedInput {
  readonly urn: string;
  readonly termUrns: readonly string[];
  readonly relationshipType: 'isA' | 'hasA';
}

/** Members of the `glossaryRelatedTerms` aspect by relationship type. */
const RELATED = { isA: 'isRelatedTerms', hasA: 'hasRelatedTerms' } as const;

export const GLOSSARY_MUTATIONS = {
  createGlossaryTerm: (_root, { input }, context) => create('glossaryTerm', 'Glossary Term', input, context),
  createGlossaryNode: (_root, { input }, context) => create('glossaryNode', 'Glossary Node', input, context),
  updateParentNode: (_root, { input }, context) => updating(input, () => move(input, context)),
  deleteGlossaryEntity: (_root, { urn }, context) =>
    updating({ urn }, async () => {
      const entity = parsePart(urn, context);
      await requireGlossaryRight(entity, context);
      await deleteEverywhere(entity, context);
      return true;
    }),
  addRelatedTerms: (_root, { input }, context) => updating(input, () => relate(input, context)),
  removeRelatedTerms: (_root, { input }, context) => updating(input, () => unrelate(input, context)),
} satisfies Partial<Resolvers['Mutation']>;

async function create(
  entityType: 'glossaryTerm' | 'glossaryNode',
  called: string,
  input: CreateInput,
  context: GraphqlContext,
): Promise<Urn> {
  const id = input.id || context.settings.newId();
  return withRootCause(
    () => `Failed to create ${called} with id: ${id}, name: ${input.name}`,
    async () => {
      const parent = parseParent(input.parentNode, context);
      await requireRightIn(parent, context);
      if (parent !== undefined) await requireParent(parent, context);
      const urn = formatUrn(entityType, id);
      await requireFreeName({ urn, entityType }, input.name, parent?.urn, context);
      const info = {
        name: input.name,
        definition: input.description ?? '',
        ...(entityType === 'glossaryTerm' && { termSource: 'INTERNAL' }),
        ...given({ parentNode: parent?.urn }),
      };
      const taken = (): CatalogError =>
        invalidRequest(`This ${called} already exists! ${urn} is taken: choose another id.`);
      const proposals = [creationOf(urn, `${entityType}Info`, info), await creatorOwnership(urn, context)];
      await createOnce(urn, proposals, taken, context);
      return urn;
    },
  );
}

async function move(input: ParentInput, context: GraphqlContext): Promise<boolean> {
  const entity = parsePart(input.resourceUrn, context);
  const parent = parseParent(input.parentNode, context);
  await requireGlossaryRight(entity, context);
  await requireRightIn(parent, context);
  const aspectName = `${entity.entityType}Info`;
  const stored = await readAspect(entity.urn, aspectName, context);
  if (stored === undefined) {
    throw new CatalogError('NOT_FOUND', `Failed to update ${entity.urn}. It does not exist in the glossary.`);
  }
  if (parent !== undefined) {
    await requireParent(parent, context);
    const above = [parent, ...(await parentsOf(parent, 'glossaryNode', NODE_LINK, context))];
    if (above.some(({ urn }) => urn === entity.urn)) {
      throw invalidRequest(
        `Cannot move ${entity.urn} into itself: ${parent.urn} is the same node or a descendant of it.`,
      );
    }
  }
  await requireFreeName(entity, text(stored['name']) ?? '', parent?.urn, context);
  const operation = parent === undefined ? take(['parentNode']) : put(['parentNode'], parent.urn);
  await context.ingest([patchOf(entity.urn, aspectName, [operation])]);
  return true;
}

async function relate(
  { urn, termUrns, relationshipType }: RelatedInput,
  context: GraphqlContext,
): Promise<boolean> {
  const term = context.references.parseAs('glossaryTerm', urn);
  await requireGlossaryRight(term, context);
  const related = termUrns.map((related) => context.references.parseAs('glossaryTerm', related));
  if (related.some((other) => other.urn === term.urn)) {
    throw invalidRequest(
      `Failed to update ${term.urn} with ${term.urn}. Tried to create related term with itself.`,
    );
  }
  const missing = (absent: string) =>
    `Failed to update ${term.urn} with related terms. ${absent} does not exist. Create it first.`;
  await requireExisting([term, ...related], missing, context);
  const member = RELATED[relationshipType];
  const stored = new Set(texts((await readAspect(term.urn, 'glossaryRelatedTerms', context))?.[member]));
  const operations = related.flatMap((other) =>
    stored.has(other.urn) ? [] : [put([member, other.urn], other.urn)],
  );
  await context.ingest(
    operations.length === 0 ? [] : [patchOf(term.urn, 'glossaryRelatedTerms', operations)],
  );
  return true;
}

async function unrelate(
  { urn, termUrns, relationshipType }: RelatedInput,
  context: GraphqlContext,
): Promise<boolean> {
  const term = context.references.parseAs('glossaryTerm', urn);
  await requireGlossaryRight(term, context);
  await requireExisting([term], (absent) => `Failed to update ${absent}. It does not exist.`, context);
  const member = RELATED[relationshipType];
  const stored = new Set(texts((await readAspect(term.urn, 'glossaryRelatedTerms', context))?.[member]));
  const gone = new Set(termUrns.map((other) => context.references.parseAs('glossaryTerm', other).urn));
  const operations = [...gone].flatMap((other) => (stored.has(other) ? [take([member, other])] : []));
  await context.ingest(
    operations.length === 0 ? [] : [patchOf(term.urn, 'glossaryRelatedTerms', operations)],
  );
  return true;
}

function parsePart(urn: string, { references }: GraphqlContext): EntityReference {
  const entity = references.parse(urn);
  if (entity.entityType === 'glossaryTerm' || entity.entityType === 'glossaryNode') return entity;
  throw invalidRequest(
    `Failed to update ${urn}: it is of type ${entity.entityType}. Pass the urn of a glossaryTerm or a glossaryNode.`,
  );
}

function parseParent(
  urn: string | null | undefined,
  { references }: GraphqlContext,
): EntityReference | undefined {
  return urn ? references.parseAs('glossaryNode', urn) : undefined;
}

function requireParent(parent: EntityReference, context: GraphqlContext): Promise<void> {
  return requireExisting([parent], (urn) => `Parent node ${urn} does not exist. Create it first.`, context);
}
