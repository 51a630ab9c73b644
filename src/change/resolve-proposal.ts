import { CatalogError } from '../errors.ts';
import { validateAspect } from '../model/aspect-schema.ts';
import type { EntityRegistry } from '../model/entity-registry.ts';
import { keyAspectValue } from '../model/key-aspect.ts';
import type { MetadataChangeProposal } from '../model/proposal.ts';
import { MAX_URN_BYTES, entityTypeOf } from '../model/urn.ts';
import type { ResolvedProposal } from './rules.ts';

/**
 * Finds entity type and aspect of a proposal and checks a full value against the aspect's schema: all that can be
 * checked before anything is locked. Returns the texts of what is wrong; throws INVALID_REQUEST for a urn whose parts are
 * not what the key of its entity type asks for.
 */
export function resolveProposal(
  proposal: MetadataChangeProposal,
  registry: EntityRegistry,
): { readonly resolved: ResolvedProposal } | { readonly failures: readonly string[] } {
  const { urn, aspectName } = proposal;
  const entity = registry.entities.get(entityTypeOf(urn));
  if (entity === undefined) {
    return {
      failures: [
        `Unknown entity type ${entityTypeOf(urn)} in ${urn}. Use one of the registry's entity types.`,
      ],
    };
  }
  if (Buffer.byteLength(urn) > MAX_URN_BYTES) {
    return { failures: [`Invalid urn!: ${urn} (longer than ${MAX_URN_BYTES} bytes). Shorten its key.`] };
  }
  // What has a urn of another form from elsewhere can still be deleted.
  if (proposal.changeType !== 'DELETE') keyAspectValue(entity, urn);
  const aspect = entity.aspects.get(aspectName);
  if (aspect === undefined) {
    return {
      failures: [
        `Unknown aspect ${aspectName} for entity ${entity.name}: ${unknownAspectRemedy(entity.aspects)}`,
      ],
    };
  }
  if (aspect.kind === 'timeseries' && proposal.changeType === 'PATCH') {
    return {
      failures: [`Aspect ${aspectName} is a timeseries and cannot be patched. Send each point whole.`],
    };
  }
  const failures =
    proposal.changeType === 'PATCH' || proposal.changeType === 'DELETE'
      ? []
      : validateAspect(aspect, proposal.value).map((violation) => describe(proposal, violation));
  return failures.length > 0 ? { failures } : { resolved: { proposal, urn, entity, aspect } };
}

/** The text of a violation of an aspect's schema, with its place. */
export function describe(
  { urn, aspectName }: Pick<MetadataChangeProposal, 'urn' | 'aspectName'>,
  { path, message }: { readonly path: string; readonly message: string },
): string {
  return `${message} (at ${path === '' ? '/' : path} of ${aspectName}, ${urn})`;
}

/** Resolves a whole batch; throws VALIDATION with every failure in it, and INVALID_REQUEST for a urn without a key. */
export function resolveAll(
  proposals: readonly MetadataChangeProposal[],
  registry: EntityRegistry,
): readonly ResolvedProposal[] {
  const resolved: ResolvedProposal[] = [];
  const failures: string[] = [];
  for (const proposal of proposals) {
    const outcome = resolveProposal(proposal, registry);
    if ('resolved' in outcome) resolved.push(outcome.resolved);
    else failures.push(...outcome.failures);
  }
  if (failures.length > 0) throw new CatalogError('VALIDATION', failures.join('; '));
  return resolved;
}

function unknownAspectRemedy(aspects: ReadonlyMap<string, unknown>): string {
  return `it carries ${[...aspects.keys()].sort().join(', ')}.`;
}
