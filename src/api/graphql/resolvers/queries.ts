import { CatalogError, invalidRequest } from '../../../errors.ts';
import type { EntityReference } from '../../../model/entity-reference.ts';
import { creationOf, patchOf, put, putGiven, upsertOf } from '../../../model/proposal-builders.ts';
import type { MetadataChangeProposal } from '../../../model/proposal.ts';
import { formatUrn } from '../../../model/urn.ts';
import type { Urn } from '../../../model/urn.ts';
import { equalTo, findEntities } from '../../../operations/find-entities.ts';
import { stampNow } from '../../../operations/stamp-now.ts';
import { deleteExisting, readAspect, requireExisting } from '../../../operations/stored.ts';
import { given } from '../../../util/given.ts';
import { objects, text } from '../../../util/json-members.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { requireEdit } from '../mutation-steps.ts';
import type { Resolvers } from '../schema-types.generated.ts';
import { updating } from '../wrapped-error.ts';

interface Subject {
  readonly datasetUrn: string;
}

const PROPERTIES = 'queryProperties';
const SUBJECTS = 'querySubjects';
const PRIVILEGE = 'EDIT_ENTITY_QUERIES';

/** Mutations of saved queries on datasets. */
export const QUERY_MUTATIONS = {
  createQuery: (_root, { input }, context) =>
    updating(input, async () => {
      const subjects = await permittedSubjects(input.subjects, context);
      const query = context.references.to(formatUrn('query', context.settings.newId()));
      const stamp = { ...stampNow(context) };
      const { name, description, statement } = input.properties;
      const properties = {
        ...given({ name, description }),
        statement: { ...statement },
        source: 'MANUAL',
        created: stamp,
        lastModified: stamp,
      };
      const proposals = [creationOf(query.urn, PROPERTIES, properties), subjectsOf(query.urn, subjects)];
      await context.ingest(proposals);
      return query;
    }),
  updateQuery: (_root, { urn, input }, context) =>
    updating(input, async () => {
      const query = await permittedQuery(urn, context);
      const subjects = input.subjects ? await permittedSubjects(input.subjects, context) : undefined;
      const { name, description, statement } = input.properties ?? {};
      const operations = putGiven({ name, description, statement: statement ? { ...statement } : undefined });
      const stamp = put(['lastModified'], { ...stampNow(context) });
      const proposals: MetadataChangeProposal[] = [patchOf(query.urn, PROPERTIES, [...operations, stamp])];
      if (subjects !== undefined) proposals.push(subjectsOf(query.urn, subjects));
      await context.ingest(proposals);
      return query;
    }),
  deleteQuery: (_root, { urn }, context) =>
    updating({ urn }, async () => {
      await deleteExisting(await permittedQuery(urn, context), context);
      return true;
    }),
} satisfies Partial<Resolvers['Mutation']>;

export const QUERY_LISTS = {
  listQueries: async (_root, { input }, context) => {
    const conditions = [
      ...(input.source ? [equalTo('source', input.source)] : []),
      ...(input.datasetUrn ? [equalTo('entities', context.references.parse(input.datasetUrn).urn)] : []),
    ];
    const { entities, ...page } = await findEntities(
      {
        entityTypes: ['query'],
        query: input.query,
        start: input.start,
        count: input.count,
        filter: conditions.length === 0 ? [] : [conditions],
        sort: [{ field: 'createdAt', order: 'DESCENDING' }],
      },
      context,
    );
    return { ...page, queries: entities };
  },
} satisfies Partial<Resolvers['Query']>;

async function permittedSubjects(
  subjects: readonly Subject[],
  context: GraphqlContext,
): Promise<readonly EntityReference[]> {
  if (subjects.length === 0) {
    throw invalidRequest('A query needs at least one subject: the dataset that it reads.');
  }
  const datasets = subjects.map(({ datasetUrn }) => context.references.parseAs('dataset', datasetUrn));
  await requireEdit(PRIVILEGE, datasets, context);
  await requireExisting(datasets, (urn) => `The subject ${urn} of the query does not exist.`, context);
  return datasets;
}

/**
 * Parses a query; throws FORBIDDEN without EDIT_ENTITY_QUERIES on all its subjects (on the query itself if it has none),
 * NOT_FOUND if it is missing.
 */
async function permittedQuery(urn: string, context: GraphqlContext): Promise<EntityReference> {
  const query = context.references.parseAs('query', urn);
  const stored = await readAspect(query.urn, PROPERTIES, context);
  const subjects = objects((await readAspect(query.urn, SUBJECTS, context))?.['subjects']);
  const named = subjects.flatMap(({ entity }) => context.references.find(text(entity)) ?? []);
  await requireEdit(PRIVILEGE, named.length === 0 ? [query] : named, context);
  if (stored === undefined) {
    throw new CatalogError('NOT_FOUND', `Failed to update query ${query.urn}. It does not exist.`);
  }
  return query;
}

function subjectsOf(urn: Urn, subjects: readonly EntityReference[]) {
  return upsertOf(urn, SUBJECTS, { subjects: subjects.map((subject) => ({ entity: subject.urn })) });
}
