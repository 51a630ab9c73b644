import { isDeepStrictEqual } from 'node:util';
import { describesSame, SYSTEM_USER } from '../model/access/built-in.ts';
import { keyAspectValue } from '../model/aspects/key-aspect.ts';
import type { Urn } from '../model/urn.ts';
import type { JsonObject } from '../util/json.ts';
import { withoutNulls } from '../util/json/without-nulls.ts';
import { shorten } from '../util/printable.ts';
import type { ChangeSettings, ResolvedProposal } from './rules.ts';

/** Maximum length of a urn in a warning, which is sent in a header. */
const MAX_SHOWN = 200;

/** Dependencies of {@link keepGivenValues}. */
export interface KeepingParts {
  readonly actor: Urn;
  readonly settings: Pick<ChangeSettings, 'fixedEntities'>;
  /** Called for each value that is ignored; may throw to refuse the batch. */
  readonly noteKept: (message: string) => void;
}

/**
 * Replaces sent values that the writer cannot determine: a key is derived from its urn, and descriptions of built-in
 * entities are those of this version. Patches and deletions are unchanged.
 */
export function keepGivenValues(
  proposals: readonly ResolvedProposal[],
  parts: KeepingParts,
): readonly ResolvedProposal[] {
  return proposals.map((resolved) => {
    const { proposal } = resolved;
    if (!('value' in proposal)) return resolved;
    const kept = keptKey(resolved, proposal.value) ?? keptDescription(resolved, proposal.value, parts);
    if (kept === undefined) return resolved;
    parts.noteKept(kept.message);
    const { isExact: _, ...others } = resolved;
    return { ...others, proposal: { ...proposal, value: kept.value } };
  });
}

interface KeptValue {
  readonly value: JsonObject;
  readonly message: string;
}

function keptKey({ aspect, entity, urn }: ResolvedProposal, sent: JsonObject): KeptValue | undefined {
  if (aspect !== entity.keyAspect) return undefined;
  const value = keyAspectValue(entity, urn);
  if (isDeepStrictEqual(withoutNulls(sent), value)) return undefined;
  const about = `${aspect.name} of ${shorten(urn, MAX_SHOWN)}`;
  return { value, message: `${about} was ignored: a key is derived from its urn. Leave it out.` };
}

function keptDescription(
  { aspect, urn }: ResolvedProposal,
  sent: JsonObject,
  { actor, settings }: KeepingParts,
): KeptValue | undefined {
  const value = settings.fixedEntities?.get(urn)?.[aspect.name];
  if (actor === SYSTEM_USER || value === undefined) return undefined;
  if (isDeepStrictEqual(sent, value) || !describesSame(sent, value)) return undefined;
  const about = `${aspect.name} of ${shorten(urn, MAX_SHOWN)}`;
  return {
    value,
    message: `${about} was ignored: the entity is built-in. Leave it out.`,
  };
}
