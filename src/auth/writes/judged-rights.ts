import {
  affectedEntity,
  affectedKey,
  type Affected,
  type AffectedRights,
} from '../../change/affected-rights.ts';
import type { JoinedSet } from '../../change/version-sets.ts';
import { CatalogError } from '../../errors.ts';
import type { Urn } from '../../model/urn.ts';
import type { WriteCheckParts } from './write.ts';
import { mayFollow } from './write-checks.ts';

type Parts = Pick<WriteCheckParts, 'actor' | 'authorizer' | 'query'>;

/** The rights of one actor on what a batch affects besides the entities it names. Judged when the decision finds it. */
export class JudgedRights implements AffectedRights {
  readonly #parts: Parts;
  readonly #allowed = new Map<string, boolean>();
  readonly #known = new Set<Urn>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  isAllowed(affected: Affected): boolean | undefined {
    return this.#allowed.get(affectedKey(affected));
  }

  async judge(affected: readonly Affected[]): Promise<boolean> {
    await this.#judgeOthers(ofKind(affected, 'other'));
    const sets = ofKind(affected, 'set');
    await requireRightsOnSets(sets, this.#parts);
    const members = ofKind(affected, 'member');
    await requireRightsOnMembers(
      members.map(({ asset }) => asset),
      this.#parts,
    );
    for (const one of [...sets, ...members]) this.#allowed.set(affectedKey(one), true);
    const before = this.#known.size;
    for (const one of affected) this.#known.add(affectedEntity(one));
    return this.#known.size > before;
  }

  async #judgeOthers(others: readonly Extract<Affected, { kind: 'other' }>[]): Promise<void> {
    for (const ofAspect of Map.groupBy(others, ({ aspectName }) => aspectName).values()) {
      const allowed = await mayFollow(ofAspect, this.#parts);
      for (const one of ofAspect) this.#allowed.set(affectedKey(one), allowed.has(one.urn));
    }
  }
}

function ofKind<Kind extends Affected['kind']>(
  affected: readonly Affected[],
  kind: Kind,
): readonly Extract<Affected, { kind: Kind }>[] {
  return affected.filter((one): one is Extract<Affected, { kind: Kind }> => one.kind === kind);
}

/**
 * Throws FORBIDDEN unless the actor may add versions to each set: by a right on the set or on its latest version, which
 * the new one replaces. The message is the same whether or not the set exists.
 */
async function requireRightsOnSets(
  joined: readonly JoinedSet[],
  { actor, authorizer }: Parts,
): Promise<void> {
  for (const { set, exists, latest } of joined) {
    const onSet = exists ? ['EDIT_ENTITY'] : ['CREATE_ENTITY', 'EDIT_ENTITY'];
    const decisions = [
      ...(await authorizer.decideOn(actor, onSet, [{ urn: set }])),
      ...(latest === undefined ? [] : await authorizer.decideOn(actor, ['EDIT_ENTITY'], [{ urn: latest }])),
    ];
    if (decisions.some(({ allowed }) => allowed)) continue;
    throw new CatalogError(
      'FORBIDDEN',
      `${actor.urn} is unauthorized to UPDATE entities: adding a version to ${set} needs EDIT_ENTITY on the set or on ` +
        'its latest version, or CREATE_ENTITY on a new set. Ask an administrator for a policy.',
    );
  }
}

/** Privileges on an asset that allow changing its membership without seeing it. */
const ON_MEMBER = ['EDIT_ENTITY_DATA_PRODUCTS', 'EDIT_ENTITY'];

/**
 * Throws FORBIDDEN unless the actor, who may change the data product, sees each asset or holds a privilege on it. The
 * message is the same whether an asset is hidden or does not exist.
 */
async function requireRightsOnMembers(
  assets: readonly Urn[],
  { actor, authorizer, query }: Parts,
): Promise<void> {
  if (assets.length === 0) return;
  const seen = await query.existing(assets, authorizer.scopeOf(actor));
  const hidden = assets.filter((asset) => !seen.has(asset));
  const decisions = await authorizer.decideOn(
    actor,
    ON_MEMBER,
    hidden.map((urn) => ({ urn })),
  );
  const refused = hidden.find((_asset, i) => decisions[i]?.allowed !== true);
  if (refused === undefined) return;
  throw new CatalogError(
    'FORBIDDEN',
    `${actor.urn} is unauthorized to UPDATE entities: adding ${refused}, which does not exist for this actor, to a data ` +
      `product or removing it needs ${ON_MEMBER.join(' or ')} on the asset. Ask an administrator for a policy.`,
  );
}
