import { invalidRequest } from '../../../../errors.ts';
import {
  CHANGE_CATEGORIES,
  type ChangeEvent,
  type ChangeTransaction,
} from '../../../../model/timeline/timeline.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import {
  getTimeline,
  type AskedTimeline,
  type Timeline,
} from '../../../../operations/timeline/get-timeline.ts';
import { countChanges } from '../../../../operations/timeline/count-changes.ts';
import { answeredBy } from '../fields/bind-operation.ts';
import { because } from '../../../../refusals.ts';

/** Queries for the change history of entities. */
export const TIMELINE_QUERIES = {
  getTimeline: answeredBy(getTimeline, async (_root, { input }, context) => {
    const wanted = input.changeCategories ?? [];
    const categories = wanted.length === 0 ? CHANGE_CATEGORIES : wanted;
    const includeVersionSet = input.includeVersionSet ?? false;
    const timeline = await read(input.urn, { categories, includeVersionSet }, context);
    return { ...timeline, changeTransactions: timeline.transactions.map(transaction) };
  }),
  changeCount: answeredBy(countChanges, (_root, { urn }, context) =>
    context.run(countChanges, { urn: context.references.parse(urn).urn }),
  ),
  getSchemaVersionList: answeredBy(getTimeline, async (_root, { input }, context) => {
    const { transactions } = await read(input.datasetUrn, SCHEMA, context);
    const versions = transactions.map(semanticVersion).reverse();
    const [latest] = versions;
    return {
      latestVersion: latest,
      version: latest,
      semanticVersionList: versions.length > 0 ? versions : null,
    };
  }),
  getSchemaBlame: answeredBy(getTimeline, async (_root, { input }, context) => {
    const { transactions: all } = await read(input.datasetUrn, SCHEMA, context);
    const until = input.version ? all.findIndex(({ version }) => version === input.version) : all.length - 1;
    if (until < 0 && input.version) {
      throw invalidRequest(
        `There is no version '${input.version}' of the schema. Use one that getSchemaVersionList returns.`,
        undefined,
        because('INPUT_FORMAT', { name: 'version', value: input.version }),
      );
    }
    const blamed = blame(all.slice(0, until + 1));
    const last = all[until];
    return {
      version: last && semanticVersion(last),
      schemaFieldBlameList: blamed.length > 0 ? blamed : null,
    };
  }),
} satisfies Partial<Resolvers['Query']>;

const SCHEMA = { categories: ['TECHNICAL_SCHEMA'] } as const;

function read(
  text: string,
  asked: Pick<AskedTimeline, 'categories' | 'includeVersionSet'>,
  context: GraphqlContext,
): Promise<Timeline> {
  const { urn } = context.references.parse(text);
  return context.run(getTimeline, { urn, ...asked, from: 0, to: Number.MAX_SAFE_INTEGER });
}

function transaction({ events, stamp, version, versionStamp }: ChangeTransaction): object {
  const operations = new Set(events.map(({ operation }) => operation));
  const [only = 'MODIFY'] = operations;
  return {
    timestampMillis: stamp.time,
    lastSemanticVersion: version,
    versionStamp,
    actor: stamp.actor,
    changeType: operations.size === 1 ? only : 'MODIFY',
    changes: events.map(({ entityUrn, parameters, ...event }) => ({
      ...event,
      urn: entityUrn,
      parameters: Object.entries(parameters).map(([key, value]) => ({ key, value: String(value) })),
      auditStamp: stamp,
    })),
  };
}

function semanticVersion({ stamp, version, versionStamp }: ChangeTransaction): object {
  return { semanticVersion: version, semanticVersionTimestamp: stamp.time, versionStamp };
}

/** Last change of each column that ever existed. */
function blame(transactions: readonly ChangeTransaction[]): readonly object[] {
  const last = new Map<string, object>();
  for (const transaction of transactions) {
    for (const event of transaction.events) {
      const { fieldPath } = event.parameters;
      if (typeof fieldPath !== 'string') continue;
      last.set(fieldPath, { fieldPath, schemaFieldChange: fieldChange(event, transaction) });
    }
  }
  return [...last].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, change]) => change);
}

const WORDS: Readonly<Record<ChangeEvent['operation'], string>> = {
  ADD: 'Added',
  MODIFY: 'Modified',
  REMOVE: 'Removed',
};

function fieldChange(
  { operation }: ChangeEvent,
  { stamp, version, versionStamp }: ChangeTransaction,
): object {
  return {
    timestampMillis: stamp.time,
    lastSemanticVersion: version,
    versionStamp,
    changeType: operation,
    lastSchemaFieldChange: `${WORDS[operation]} in v${version.replace('-computed', '')}`,
  };
}
