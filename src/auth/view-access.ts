import { CatalogError } from '../errors.ts';
import { VIEW, creatorOf, isPersonal } from '../model/access/personal.ts';
import type { MetadataChangeProposal, PatchOperation } from '../model/proposal.ts';
import { EVERYTHING } from '../model/scope.ts';
import type { Sequence } from '../model/sequence.ts';
import type { Urn } from '../model/urn.ts';
import type { JsonObject } from '../util/json.ts';
import type { AccountParts } from './account-parts.ts';
import { forbidden, requireAny } from './rights.ts';
import type { Rights } from './rights.ts';

/** Writes to saved views for one caller: its own, and with MANAGE_GLOBAL_VIEWS also global ones. */
export interface ViewAccess {
  /**
   * Info of a view, whatever policies say of reading it; undefined when it does not exist or is a personal view of
   * someone else.
   */
  info(urn: Urn): Promise<JsonObject | undefined>;
  /** Creates a view; `info` holds its creator and type. Throws FORBIDDEN for a global view without the privilege. */
  createView(urn: Urn, info: JsonObject): Promise<Sequence>;
  /**
   * Patches a view. Throws NOT_FOUND when it does not exist or is a personal view of someone else, FORBIDDEN for a
   * global view of someone else without the privilege.
   */
  updateView(urn: Urn, operations: readonly PatchOperation[]): Promise<Sequence>;
  /** Deletes a view; throws like `updateView`. */
  deleteView(urn: Urn): Promise<Sequence>;
}

const MANAGE = 'MANAGE_GLOBAL_VIEWS';

/** Creates the view operations of one caller. */
export function openViews(
  { change, reader }: Pick<AccountParts, 'change' | 'reader'>,
  rights: Rights,
): ViewAccess {
  const self = rights.actor.urn;
  const isOwn = (info: JsonObject): boolean => creatorOf(info) === self;
  const requireRight = (info: JsonObject): void => {
    if (rights.actor.narrowing !== undefined) throw forbidden('A narrowed token cannot change views.');
    if (!isPersonal(info) && !isOwn(info)) requireAny(rights, MANAGE);
  };
  const infoOf = async (urn: Urn): Promise<JsonObject | undefined> => {
    const info = (await reader.entities([urn], [VIEW.infoAspect], EVERYTHING))
      .get(urn)
      ?.aspects.get(VIEW.infoAspect)?.value;
    return info === undefined || (isPersonal(info) && !isOwn(info)) ? undefined : info;
  };
  const requireView = async (urn: Urn): Promise<void> => {
    const info = await infoOf(urn);
    if (info === undefined) {
      throw new CatalogError('NOT_FOUND', `Failed to modify View. View with urn ${urn} does not exist.`);
    }
    requireRight(info);
  };
  const write = async (proposal: MetadataChangeProposal): Promise<Sequence> =>
    (await change.ingest(self, [proposal])).sequence;
  return {
    info: infoOf,
    createView: async (urn, info) => {
      requireRight(info);
      if (!isPersonal(info)) requireAny(rights, MANAGE);
      return write({ urn, aspectName: VIEW.infoAspect, changeType: 'CREATE_ENTITY', value: info });
    },
    updateView: async (urn, operations) => {
      await requireView(urn);
      return write({ urn, aspectName: VIEW.infoAspect, changeType: 'PATCH', patch: { operations } });
    },
    deleteView: async (urn) => {
      await requireView(urn);
      return (await change.deleteEntity(self, urn)).sequence;
    },
  };
}
