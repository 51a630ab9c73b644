import { CatalogError, type Problem } from '../errors.ts';
import { inWireForm } from '../model/aspects/aliased-unions.ts';
import { inspectAspect } from '../model/aspects/aspect-schema.ts';
import type { EntityRegistry } from '../model/entity-registry.ts';
import { Failures } from '../model/failures.ts';
import { keyAspectValue } from '../model/aspects/key-aspect.ts';
import type { MetadataChangeProposal } from '../model/proposal.ts';
import { because } from '../refusals.ts';
import { MAX_URN_BYTES, entityTypeOf, type Urn } from '../model/urn.ts';
import { inSteps, type Steps } from '../util/concurrency/steps.ts';
import type { ResolvedProposal } from './rules.ts';
import { fieldAt, type Violation } from './violation.ts';

/** Maximum length of the id of a run, in UTF-16 units. */
export const LONGEST_RUN_ID = 512;
/** Maximum length of the system metadata of a proposal as JSON, in UTF-16 units. */
export const LONGEST_METADATA = 65_536;

/**
 * Looks up the entity type and aspect of a proposal and validates a full value against the schema: every check that
 * needs no lock. Returns the violations. Throws INVALID_REQUEST for a urn that does not fit its key aspect.
 * `fitting`: a urn that is known to fit its key aspect.
 */
export function resolveProposal(
  proposal: MetadataChangeProposal,
  registry: EntityRegistry,
  fitting?: Urn,
): { readonly resolved: ResolvedProposal } | { readonly failures: readonly Violation[] } {
  const { urn, aspectName } = proposal;
  const entity = registry.entities.get(entityTypeOf(urn));
  if (entity === undefined) {
    return {
      failures: [
        {
          message: `Unknown entity type ${entityTypeOf(urn)} in ${urn}. Use one of the registry's entity types.`,
          ...because('ENTITY_TYPE_UNKNOWN', { name: entityTypeOf(urn), closest: '' }),
        },
      ],
    };
  }
  if (Buffer.byteLength(urn) > MAX_URN_BYTES) {
    const message = `Invalid urn!: ${urn} (longer than ${MAX_URN_BYTES} bytes). Shorten its key.`;
    const length = Buffer.byteLength(urn);
    return { failures: [{ message, ...because('TEXT_TOO_LONG', { length, most: MAX_URN_BYTES }) }] };
  }
  const long = longMetadata(proposal);
  if (long !== undefined) return { failures: [long] };
  // Entities with a malformed key, for example from an import, can still be deleted.
  if (proposal.changeType !== 'DELETE' && urn !== fitting) keyAspectValue(entity, urn);
  const aspect = entity.aspects.get(aspectName);
  if (aspect === undefined) {
    const message = `Unknown aspect ${aspectName} for entity ${entity.name}: ${unknownAspectRemedy(entity.aspects)}`;
    return { failures: [{ message, ...because('ASPECT_UNKNOWN', { name: aspectName }) }] };
  }
  if (aspect.kind === 'timeseries' && proposal.changeType === 'PATCH') {
    const message = `Aspect ${aspectName} is a timeseries and cannot be patched. Send complete points.`;
    return { failures: [{ message, ...because('NOT_SUPPORTED') }] };
  }
  if (proposal.changeType === 'PATCH' || proposal.changeType === 'DELETE')
    return { resolved: { proposal, urn, entity, aspect } };
  const value = inWireForm(aspect, proposal.value);
  const { violations, isExact, length } = inspectAspect(aspect, value);
  if (violations.length > 0)
    return { failures: violations.map((violation) => describe(proposal, violation)) };
  const written = value === proposal.value ? proposal : { ...proposal, value };
  return { resolved: { proposal: written, urn, entity, aspect, isExact, valueLength: length } };
}

/** Why the system metadata of a proposal is too long: reads return it with every version, beside the value. */
function longMetadata({ aspectName, systemMetadata, urn }: MetadataChangeProposal): Violation | undefined {
  if (systemMetadata === undefined) return undefined;
  const { runId = '' } = systemMetadata;
  if (runId.length > LONGEST_RUN_ID) {
    const message = `The run id of ${aspectName} of ${urn} has ${runId.length} characters, more than ${LONGEST_RUN_ID}. Use a shorter one.`;
    return { message, ...because('TEXT_TOO_LONG', { length: runId.length, most: LONGEST_RUN_ID }) };
  }
  const { length } = JSON.stringify(systemMetadata);
  if (length <= LONGEST_METADATA) return undefined;
  const message = `The system metadata of ${aspectName} of ${urn} has ${length} characters, more than ${LONGEST_METADATA}. Leave some out.`;
  return { message, ...because('TEXT_TOO_LONG', { length, most: LONGEST_METADATA }) };
}

/** A violation of the schema; its message has path, aspect and urn. */
export function describe(
  { urn, aspectName }: Pick<MetadataChangeProposal, 'urn' | 'aspectName'>,
  { path, message }: { readonly path: string; readonly message: string },
): Violation {
  const place = path === '' ? '/' : path;
  return {
    message: `${message} (at ${place} of ${aspectName}, ${urn})`,
    field: fieldAt(path),
    ...because('ASPECT_INVALID'),
  };
}

/** Resolves a batch like {@link resolveInSteps}; other work runs between proposals, and after a long value. */
export function resolveInTurns(
  proposals: readonly MetadataChangeProposal[],
  registry: EntityRegistry,
): Promise<readonly ResolvedProposal[]> {
  return inSteps(resolveInSteps(proposals, registry));
}

/**
 * Resolves a batch; one step for each proposal. Throws VALIDATION with the first failures,
 * INVALID_REQUEST for a urn that does not fit its key aspect.
 */
export function* resolveInSteps(
  proposals: readonly MetadataChangeProposal[],
  registry: EntityRegistry,
): Steps<readonly ResolvedProposal[]> {
  const resolved: ResolvedProposal[] = [];
  const failures = new Failures<Problem>();
  // The aspects of one entity follow one another.
  let fitting: Urn | undefined;
  for (const proposal of proposals) {
    yield;
    const outcome = resolveProposal(proposal, registry, fitting);
    fitting = proposal.changeType === 'DELETE' ? undefined : proposal.urn;
    if ('resolved' in outcome) resolved.push(outcome.resolved);
    else failures.addAll(outcome.failures.map((failure) => problemOf(failure, proposal)));
    if (failures.hasMore) break;
  }
  // The next stage reads the stored value, which may be as long as this one.
  yield;
  if (failures.first.length > 0)
    throw new CatalogError(
      'VALIDATION',
      failures.text(({ message }) => message),
      { problems: failures.first },
    );
  return resolved;
}

function problemOf(
  failure: Violation,
  { urn, aspectName }: Pick<MetadataChangeProposal, 'urn' | 'aspectName'>,
): Problem {
  return { code: 'VALIDATION', urn, aspectName, ...failure };
}

function unknownAspectRemedy(aspects: ReadonlyMap<string, unknown>): string {
  return `its aspects are ${[...aspects.keys()].sort().join(', ')}.`;
}
