import { CatalogError } from '../errors.ts';
import type { MetadataChangeProposal, PatchOperation } from '../model/proposal.ts';
import { EVERYTHING } from '../model/scope.ts';
import type { Sequence } from '../model/sequence.ts';
import type { Urn } from '../model/urn.ts';
import { isJsonObject } from '../util/json.ts';
import type { JsonObject } from '../util/json.ts';
import type { AccountParts } from './account-parts.ts';
import { forbidden, requireAny } from './rights.ts';
import type { Rights } from './rights.ts';

/** Saved views as one caller may change them: its own, and with MANAGE_GLOBAL_VIEWS those for everybody. */
export interface ViewAccess {
  /** Makes a view whose aspect says who makes it, and for whom. */
  createView(urn: Urn, info: JsonObject): Promise<Sequence>;
  /** Changes some places of a view; NOT_FOUND when the caller sees none of this urn. */
  updateView(urn: Urn, operations: readonly PatchOperation[]): Promise<Sequence>;
  deleteView(urn: Urn): Promise<Sequence>;
}

const INFO = 'dataHubViewInfo';
const MANAGE = 'MANAGE_GLOBAL_VIEWS';

/** Opens views for one caller. */
export function openViews(
  { change, reader }: Pick<AccountParts, 'change' | 'reader'>,
  rights: Rights,
): ViewAccess {
  const self = rights.actor.urn;
  const isOwn = (info: JsonObject): boolean =>
    isJsonObject(info['created']) && info['created']['actor'] === self;
  const requireRight = (info: JsonObject): void => {
    if (rights.actor.narrowing !== undefined) throw forbidden('A narrowed token changes no views.');
    if (info['type'] === 'GLOBAL' && !isOwn(info)) requireAny(rights, MANAGE);
  };
  const requireView = async (urn: Urn): Promise<void> => {
    const info = (await reader.entities([urn], [INFO], EVERYTHING)).get(urn)?.aspects.get(INFO)?.value;
    // Those of others do not exist for the caller.
    if (info === undefined || (info['type'] !== 'GLOBAL' && !isOwn(info))) {
      throw new CatalogError('NOT_FOUND', `Failed to modify View. View with urn ${urn} does not exist.`);
    }
    requireRight(info);
  };
  const write = async (proposal: MetadataChangeProposal): Promise<Sequence> =>
    (await change.ingest(self, [proposal])).sequence;
  return {
    createView: async (urn, info) => {
      requireRight(info);
      if (info['type'] === 'GLOBAL') requireAny(rights, MANAGE);
      return write({ urn, aspectName: INFO, changeType: 'CREATE_ENTITY', value: info });
    },
    updateView: async (urn, operations) => {
      await requireView(urn);
      return write({ urn, aspectName: INFO, changeType: 'PATCH', patch: { operations } });
    },
    deleteView: async (urn) => {
      await requireView(urn);
      return (await change.deleteEntity(self, urn)).sequence;
    },
  };
}
