import type { Urn } from '../model/urn.ts';
import { entityTypeOf } from '../model/urn.ts';
import type { Scope } from '../model/scope.ts';
import type { RowQuery } from '../query/rows/row-query.ts';
import type { ScannedPoint } from '../store/point-scan.ts';
import type { Actor } from './actor.ts';
import type { Authorizer } from './authorizer.ts';
import type { RunAccess } from './run-access.ts';
import { POINT_PRIVILEGES } from './write-rights.ts';

/** Dependencies of {@link openPoints}. */
export interface PointAccessParts {
  readonly query: Pick<RowQuery, 'points' | 'scanPoints'>;
  readonly scope: Scope;
  readonly actor: Actor;
  readonly authorizer: Authorizer;
}

/** Timeseries points as visible to one actor. */
export interface PointAccess extends Pick<RunAccess, 'points' | 'scanPoints'> {
  /** Whether the actor may read the points of this aspect of the entity; true if the aspect has no point privilege. */
  seesPoints(urn: Urn, aspectName: string): Promise<boolean>;
}

/** Creates the point access of one actor. Omits points that it may not read; scans continue until the page is full. */
export function openPoints({ actor, authorizer, query, scope }: PointAccessParts): PointAccess {
  const decide = async (privilege: string, urns: readonly Urn[]): Promise<ReadonlySet<Urn>> => {
    const decisions = await authorizer.decideOn(
      actor,
      privilege,
      urns.map((urn) => ({ urn })),
    );
    return new Set(urns.filter((_urn, i) => decisions[i]?.allowed === true));
  };
  const seesPoints = async (urn: Urn, aspectName: string): Promise<boolean> => {
    const privilege = pointPrivilege(entityTypeOf(urn), aspectName);
    return privilege === undefined || (await decide(privilege, [urn])).has(urn);
  };
  return {
    seesPoints,
    points: async (key, input) =>
      (await seesPoints(key.urn, key.aspectName)) ? query.points(key, input, scope) : [],
    scanPoints: async (input) => {
      const privilege = pointPrivilege(input.entityType, input.aspectName);
      if (privilege === undefined) return query.scanPoints(input, scope);
      if (!authorizer.holdsSomewhere(actor, privilege)) return [];
      const found: ScannedPoint[] = [];
      let { after } = input;
      for (;;) {
        const page = await query.scanPoints({ ...input, after }, scope);
        const seen = await decide(privilege, [...new Set(page.map(({ point }) => point.urn))]);
        found.push(...page.filter(({ point }) => seen.has(point.urn)));
        after = page.at(-1)?.position;
        if (page.length < input.limit || found.length >= input.limit) return found.slice(0, input.limit);
      }
    },
  };
}

function pointPrivilege(entityType: string, aspectName: string): string | undefined {
  const ofType = Object.hasOwn(POINT_PRIVILEGES, entityType) ? POINT_PRIVILEGES[entityType] : undefined;
  return ofType !== undefined && Object.hasOwn(ofType, aspectName) ? ofType[aspectName] : undefined;
}
