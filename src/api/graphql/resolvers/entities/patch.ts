import { CatalogError, invalidRequest } from '../../../../errors.ts';
import { parsePatch } from '../../../../model/proposal-parts/patch.ts';
import { parseSystemMetadata } from '../../../../model/proposal-parts/system-metadata.ts';
import { readProposalHeaders } from '../../../http/requests/proposal-headers.ts';
import type { MetadataChangeProposal } from '../../../../model/proposal.ts';
import { entitySpec, urnOf } from '../../../../model/registry/find-in-registry.ts';
import { ingestProposals } from '../../../../operations/entities/ingest-proposals.ts';
import { given } from '../../../../util/given.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../util/json.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import type {
  PatchEntityInput,
  PatchOperationInput,
  Resolvers,
  Result,
  StringMapEntryInput,
} from '../../schema/schema-types.generated.ts';
import { answeredBy } from '../fields/bind-operation.ts';
import { because } from '../../../../refusals.ts';

export const PATCH_MUTATIONS = {
  patchEntity: answeredBy(ingestProposals, async (_root, { input }, context) => {
    const [result] = await patched([input], context);
    if (result === undefined) throw new Error('A patch has a result.');
    return result;
  }),
  patchEntities: answeredBy(ingestProposals, (_root, { input }, context) => patched(input, context)),
} satisfies Partial<Resolvers['Mutation']>;

/** Writes the patches in one commit. DataHub's clients read failures, including refusals, from the results. */
async function patched(
  inputs: readonly PatchEntityInput[],
  context: GraphqlContext,
): Promise<readonly Result<'PatchEntityResult'>[]> {
  const results = (outcome: { readonly success: boolean; readonly error?: string }) =>
    inputs.map(({ urn, patch }) => ({ urn: urn ?? '', name: nameIn(patch), ...outcome }));
  try {
    const proposals = inputs.map((input, i) => proposalOf(input, `input[${i}]`, context));
    await context.run(ingestProposals, proposals);
    return results({ success: true });
  } catch (error) {
    if (error instanceof CatalogError) return results({ success: false, error: error.message });
    throw error;
  }
}

function nameIn(patch: readonly PatchOperationInput[]): string | null {
  const named = patch.find(({ path }) => path === '/name')?.value;
  const name = typeof named === 'string' ? valueOf(named) : undefined;
  return typeof name === 'string' ? name : null;
}

function proposalOf(
  { urn, entityType, aspectName, systemMetadata, headers, ...input }: PatchEntityInput,
  at: string,
  { references, settings: { registry } }: GraphqlContext,
): MetadataChangeProposal {
  if (!urn)
    throw invalidRequest(
      `${at}.urn is missing. Give the urn of the entity to patch.`,
      undefined,
      because('INPUT_MISSING', { name: 'urn' }),
    );
  const spec = entitySpec(registry, entityType || references.parse(urn).entityType);
  const metadata = parseSystemMetadata(
    systemMetadata && given({ ...systemMetadata, properties: byKey(systemMetadata.properties) }),
    `${at}.systemMetadata`,
  );
  return {
    urn: urnOf(spec, urn),
    aspectName,
    changeType: 'PATCH',
    patch: parsePatch(patchOf(input), at),
    ...(metadata !== undefined && { systemMetadata: metadata }),
    ...readProposalHeaders(byKey(headers), `${at}.headers`),
  };
}

/** Converts a patch to the form of the REST interface. */
function patchOf({
  patch,
  arrayPrimaryKeys,
  forceGenericPatch,
}: Pick<PatchEntityInput, 'patch' | 'arrayPrimaryKeys' | 'forceGenericPatch'>): JsonObject {
  const keys = arrayPrimaryKeys?.map(({ arrayField, keys: members }) => [arrayField, members] as const);
  return {
    patch: patch.map(({ op, path, value, from }) => ({
      op: op.toLowerCase(),
      path,
      ...given({ from, value: value === undefined || value === null ? undefined : valueOf(value) }),
    })),
    ...(keys !== undefined && { arrayPrimaryKeys: Object.fromEntries(keys) }),
    ...given({ forceGenericPatch }),
  };
}

/** A value that is not JSON is a text, as in DataHub. */
function valueOf(text: string): JsonValue {
  try {
    const value: unknown = JSON.parse(text);
    return isJson(value) ? value : text;
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

function isJson(value: unknown): value is JsonValue {
  return value === null || Array.isArray(value) || isJsonObject(value) || typeof value !== 'object';
}

function byKey(entries: readonly StringMapEntryInput[] | null | undefined): JsonObject | undefined {
  return entries ? Object.fromEntries(entries.map(({ key, value }) => [key, value ?? null])) : undefined;
}
