import { CatalogError } from '../errors.ts';
import { because } from '../refusals.ts';
import { ACCESS_TOKEN } from '../model/access/access-token.ts';
import { ROOT_USER } from '../model/access/built-in.ts';
import { VIEW, creatorOf, isPersonal } from '../model/access/personal.ts';
import { STEP_STATE, writerOfStep } from '../model/access/step-state.ts';
import { WEBHOOK } from '../model/access/webhook.ts';
import { entityTypeOf, type Urn } from '../model/urn.ts';
import type { CurrentState } from '../store/metadata-store.ts';
import type { JsonObject } from '../util/json.ts';
import type { Quotas, RuleContext } from './rules.ts';

/** A kind of entity of which each person may have a limited number. */
interface Kind {
  readonly entityType: string;
  /** Aspect that names the owner. */
  readonly aspectName: string;
  /** Owner of the entity; undefined: the entity is not counted. */
  readonly ownerOf: (info: JsonObject, urn: Urn, state: CurrentState) => string | undefined;
  readonly quota: keyof Quotas;
  /** Whether the root actor is exempt: it moves whole catalogs and creates tokens for services. */
  readonly isFreeForRoot: boolean;
  /** For the error: the name of the option, what is counted, and what to do. */
  readonly option: string;
  readonly text: string;
  readonly remedy: string;
}

const KINDS: readonly Kind[] = [
  {
    entityType: VIEW.entityType,
    aspectName: VIEW.infoAspect,
    ownerOf: (info) => (isPersonal(info) ? creatorOf(info) : undefined),
    quota: 'personalViews',
    isFreeForRoot: true,
    option: 'limits.personalViews',
    text: 'personal views',
    remedy: 'Delete one first.',
  },
  {
    entityType: ACCESS_TOKEN.entityType,
    aspectName: ACCESS_TOKEN.infoAspect,
    ownerOf: (info, urn, state) =>
      state.row(urn, ACCESS_TOKEN.grantAspect)?.aspect.value['isSession'] === true
        ? undefined
        : textIn(info, 'actorUrn'),
    quota: 'accessTokens',
    isFreeForRoot: true,
    option: 'limits.accessTokens',
    text: 'access tokens, expired ones included',
    remedy: 'Revoke one first.',
  },
  {
    entityType: WEBHOOK.entityType,
    aspectName: WEBHOOK.infoAspect,
    ownerOf: (info) => textIn(info, 'owner'),
    quota: 'webhooks',
    isFreeForRoot: false,
    option: 'webhooks.most',
    text: 'webhooks',
    remedy: 'Delete one first.',
  },
  {
    entityType: STEP_STATE.entityType,
    aspectName: STEP_STATE.infoAspect,
    ownerOf: writerOfStep,
    quota: 'stepStates',
    isFreeForRoot: true,
    option: 'limits.stepStates',
    text: 'states of steps of tours',
    remedy: 'An administrator may delete some.',
  },
];

/** Throws CONFLICT when a decided batch gives a person more entities of a kind than the quotas allow. */
export function requireQuotas(
  urns: Iterable<Urn>,
  { actor, found, settings, state }: Pick<RuleContext, 'actor' | 'found' | 'settings' | 'state'>,
): void {
  const { quotas } = settings;
  if (quotas === undefined) return;
  const changed = [...new Set(urns)];
  for (const kind of KINDS) {
    if (kind.isFreeForRoot && actor === ROOT_USER) continue;
    const { aspectName, entityType, option, quota, remedy, text } = kind;
    const ofKind = changed.filter((urn) => entityTypeOf(urn) === entityType);
    const gaining = new Set(
      ofKind.flatMap((urn) => {
        const [before, after] = [found, state].map((rows) => ownerIn(rows, urn, kind));
        return after === undefined || after === before ? [] : [after];
      }),
    );
    if (gaining.size === 0) continue;
    const counts = new Map<string, number>();
    for (const { aspect } of state.rowsOf(entityType, aspectName)) {
      const owner = kind.ownerOf(aspect.value, aspect.urn, state);
      if (owner !== undefined && gaining.has(owner)) counts.set(owner, (counts.get(owner) ?? 0) + 1);
    }
    const most = quotas[quota];
    for (const [owner, count] of counts) {
      if (count <= most) continue;
      throw new CatalogError(
        'CONFLICT',
        `${owner} would have ${count} ${text}, and at most ${most} are allowed (${option}). ${remedy}`,
        because('QUOTA_REACHED', { entityType, most }),
      );
    }
  }
}

function ownerIn(state: CurrentState, urn: Urn, { aspectName, ownerOf }: Kind): string | undefined {
  const info = state.row(urn, aspectName)?.aspect.value;
  return info === undefined ? undefined : ownerOf(info, urn, state);
}

function textIn(info: JsonObject, member: string): string | undefined {
  const value = info[member];
  return typeof value === 'string' ? value : undefined;
}
