import { SOURCE_INFO } from '../../../../model/ingestion/run-request.ts';
import { object, objects, text, texts } from '../../../../util/json/json-members.ts';
import { ofType } from '../../presenters/associations.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { searchBy } from '../fields/search-by.ts';

/** Fields of `Role`. */
export const ROLE = {
  isAssignedToMe: async ({ urn }, _args, { actor, loader }) => {
    const actors = await loader.aspect(urn, 'actors');
    const users = objects(actors?.['users']).map(({ user }) => user);
    if (users.includes(actor.urn)) return true;
    const groups = await Promise.all(
      [
        ['groupMembership', 'groups'],
        ['nativeGroupMembership', 'nativeGroups'],
      ].map(async ([aspect = '', member = '']) => texts((await loader.aspect(actor.urn, aspect))?.[member])),
    );
    const own = new Set(groups.flat());
    return objects(actors?.['groups']).some(({ group }) => own.has(text(group) ?? ''));
  },
} satisfies Partial<Resolvers['Role']>;

/** Fields of `ExecutionRequest`. */
export const EXECUTION_REQUEST = {
  source: async ({ urn }, _args, { loader, references }) => {
    const value = await loader.aspect(urn, 'dataHubExecutionRequestInput');
    const named = references.find(object(value?.['source'])?.['ingestionSource']);
    const source = ofType('dataHubIngestionSource', named);
    // Runs outlive their source, and the type of a source cannot be null.
    if (source === undefined || (await loader.aspect(source.urn, SOURCE_INFO)) === undefined) return null;
    return source;
  },
} satisfies Partial<Resolvers['ExecutionRequest']>;

/** Fields of `VersionSet`. */
export const VERSION_SET = {
  versionsSearch: searchBy({
    field: 'versionSet',
    sort: [{ field: 'versionSortId', order: 'DESCENDING' }],
    findsAllVersions: true,
  }),
} satisfies Partial<Resolvers['VersionSet']>;
