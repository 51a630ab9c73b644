import type { EntityAspects } from '../../model/aspect.ts';
import type { ChangeEvent } from '../../model/changes/change-event.ts';
import { deletionOf, upsertOf } from '../../model/proposal-builders.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import { DEFINITION_ASPECTS } from '../../model/properties/definition-parts.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import type { Urn } from '../../model/urn.ts';
import type { SeenDeletion } from '../../store/scoped-reader.ts';
import type { JsonObject } from '../../util/json.ts';
import { text } from '../../util/json/json-members.ts';
import { restoredEntity } from '../undo/restored-entity.ts';

const { definitionAspect } = STRUCTURED_PROPERTY;
const KEY = 'structuredPropertyKey';
const PARTS: readonly string[] = [...DEFINITION_ASPECTS, 'status'];

/** The inverse of a change of a property. */
export interface InverseChange {
  readonly urn: Urn;
  /** The change that it undoes. */
  readonly was: 'created' | 'changed' | 'deleted';
  readonly proposals: readonly MetadataChangeProposal[];
  /** The earlier definition to restore. */
  readonly definition?: JsonObject | undefined;
  /** Version of the current definition. */
  readonly version?: string | undefined;
}

/** A property that is not changed; `reason`: a sentence. */
export interface KeptProperty {
  readonly urn: Urn;
  readonly reason: string;
}

/** A property with the changes of one commit. */
interface ChangedProperty {
  readonly urn: Urn;
  readonly changed: readonly ChangeEvent[];
  /** Its current aspects; undefined: it does not exist. */
  readonly now: EntityAspects | undefined;
  /** Its aspects that the commit deleted, if they are still kept. */
  readonly deleted: SeenDeletion | undefined;
}

/** The change that restores the state of a property before a commit, unless it was changed later. */
export function inverseOf({ changed, deleted, now, urn }: ChangedProperty): InverseChange | KeptProperty {
  if (changed.some(({ aspectName, kind }) => aspectName === KEY && kind === 'DELETE')) {
    if (now !== undefined) return { urn, reason: 'It was defined again later.' };
    if (deleted === undefined) return { urn, reason: 'The deleted definition is no longer kept.' };
    return { urn, was: 'deleted', proposals: restoredEntity(urn, deleted, undefined).proposals };
  }
  const parts = changed.filter(({ aspectName }) => PARTS.includes(aspectName));
  if (parts.length === 0) return { urn, reason: 'The commit changed no definition.' };
  if (parts.some(({ notKept }) => notKept.length > 0)) {
    return { urn, reason: 'The earlier definition is no longer stored.' };
  }
  const isChanged = parts.some(({ after, aspectName }) => now?.get(aspectName)?.text !== after?.text);
  if (now === undefined || isChanged) return { urn, reason: 'It was changed later.' };
  const definition = parts.find(({ aspectName }) => aspectName === definitionAspect);
  if (definition !== undefined && definition.before === undefined) {
    return { urn, was: 'created', proposals: [deletionOf(urn, KEY)] };
  }
  const proposals = parts.map((part) => ({
    ...restoration(part),
    condition: { ifVersionMatch: now.get(part.aspectName)?.systemMetadata.version ?? '1' },
  }));
  const version = text(definition?.after?.value['version']);
  return { urn, was: 'changed', proposals, definition: definition?.before?.value, version };
}

function restoration({ aspectName, before, urn }: ChangeEvent): MetadataChangeProposal {
  if (before !== undefined) return upsertOf(urn, aspectName, before.value);
  // Without the aspect, it is not deleted either; its history is kept.
  return aspectName === 'status'
    ? upsertOf(urn, aspectName, { removed: false })
    : deletionOf(urn, aspectName);
}
