import * as v from 'valibot';
import { CatalogError, invalidRequest } from '../../errors.ts';
import { WRITTEN_BY } from '../../auth/writes/unwritable.ts';
import { isProtectedAspect } from '../../model/aspects/secret-aspects.ts';
import { isDerived } from '../../model/aspects/server-aspects.ts';
import type { EntityAspects } from '../../model/aspect.ts';
import { upsertOf } from '../../model/proposal-builders.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { entityTypeOf, type Urn } from '../../model/urn.ts';
import { WRITE } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { FLAG, TEXT, URN, batchOf, described, objectOf, wholeNumber } from '../shapes.ts';
import type { Reading } from '../work.ts';
import { conditionOf } from './run/reversal.ts';
import { because } from '../../refusals.ts';

/** An aspect that was set back to an earlier version. */
export interface RestoredVersion {
  readonly aspectName: string;
  /** The version whose value it has now. */
  readonly version: number;
  /** The latest version before; restoring it undoes the change. */
  readonly replaced: number;
  /** The latest version now; in a dry run the one that would be. Equal to `replaced` if the values are equal. */
  readonly latest: number;
}

/** Result of restoring versions, in the order of the request. */
export interface RestoredVersions {
  readonly urn: Urn;
  readonly aspects: readonly RestoredVersion[];
}

interface AskedVersion {
  readonly aspectName: string;
  readonly version: number;
  readonly ifVersion?: number | null | undefined;
}

/** How the values of aspects that no version is restored of are set back. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  [STRUCTURED_PROPERTY.definitionAspect]:
    'A plan sets back the definition of a property, because that can invalidate values: POST /api/colophon/v1/plans/apply.',
};

/**
 * Writes earlier versions of aspects of an entity as new versions, in one commit, all or none. The values must still be valid.
 * Versions are kept by the retention policy. Throws INVALID_REQUEST for aspects that have no versions or that the server
 * derives, FORBIDDEN for aspects of which the caller sees only a part, NOT_FOUND if the entity, an aspect or a version is
 * not stored or hidden, and PRECONDITION if an aspect is no longer in its `ifVersion`, or changed while it was read.
 */
export const restoreVersions = defineOperation({
  name: 'restoreVersions',
  effect: 'write',
  summary:
    'Writes earlier versions of aspects of an entity as new versions, or checks that this is possible.',
  input: () =>
    objectOf({
      urn: described('Urn of the entity.', URN),
      versions: described(
        'The versions to restore, at most one of each aspect.',
        batchOf(
          'versions',
          objectOf({
            aspectName: described('Name of the aspect.', TEXT),
            version: described(
              'Its earlier version, from 1; `systemMetadata.version` of the values that it had.',
              wholeNumber('the number of a version'),
            ),
            ifVersion: v.nullish(
              described(
                'The version that it must have now; default: any.',
                wholeNumber('the number of a version'),
              ),
            ),
          }),
        ),
      ),
      dryRun: v.nullish(
        described(
          'Whether to only check rights and rules and return what would be written; default: false.',
          FLAG,
        ),
        false,
      ),
    }),
  about: ({ urn }) => [urn],
  limits: ({ urn, versions }, { registry }) => {
    if (versions.length === 0)
      throw invalidRequest(
        'versions is empty. Name an aspect and a version.',
        'versions',
        because('INPUT_MISSING', { name: 'versions' }),
      );
    const entity = registry.findEntity(entityTypeOf(urn));
    const seen = new Set<string>();
    for (const [index, { aspectName, version }] of versions.entries()) {
      const field = `versions[${index}]`;
      const aspect = entity?.aspects.get(aspectName);
      if (aspect === undefined) {
        throw invalidRequest(
          `${entityTypeOf(urn)} has no aspect '${aspectName}'.`,
          `${field}.aspectName`,
          because('ASPECT_UNKNOWN', { name: aspectName }),
        );
      }
      if (seen.has(aspectName)) {
        throw invalidRequest(
          `${aspectName} is named twice. Name each aspect once.`,
          `${field}.aspectName`,
          because('INPUT_REPEATED', { name: aspectName }),
        );
      }
      seen.add(aspectName);
      const reason =
        aspect === entity?.keyAspect
          ? `${aspectName} has no versions: it is derived from the urn.`
          : aspect.kind === 'timeseries'
            ? `${aspectName} has points instead of versions.`
            : ELSEWHERE[aspectName];
      if (reason !== undefined)
        throw invalidRequest(reason, `${field}.aspectName`, because('VERSION_NOT_RESTORABLE'));
      if (version < 1) {
        throw invalidRequest(
          `version must be at least 1, but it is ${version}.`,
          `${field}.version`,
          because('INPUT_TOO_SMALL', { name: 'version', least: 1 }),
        );
      }
    }
  },
  needs: WRITE,
  run: async ({ dryRun: isTrial, urn, versions }, work): Promise<RestoredVersions> => {
    refuseUnrestorable(urn, versions, work);
    const names = versions.map(({ aspectName }) => aspectName);
    const now = (await work.query.getEntities([urn], names, work.scope)).get(urn);
    if (now === undefined) throw new CatalogError('NOT_FOUND', `${urn} does not exist.`);
    const proposals: MetadataChangeProposal[] = [];
    for (const [index, asked] of versions.entries()) {
      proposals.push(await inPart(`versions[${index}]`, () => restoring(urn, asked, now, work)));
    }
    const { results } = await work.writes.ingest(proposals, { isTrial });
    const aspects = versions.map(({ aspectName, version }, index) => {
      const replaced = versionOf(now, aspectName);
      const isChanged = results[index]?.outcome === 'written';
      return { aspectName, version, replaced, latest: isChanged ? replaced + 1 : replaced };
    });
    return { urn, aspects };
  },
});

/** Refuses aspects that only other operations may write, or that the caller sees in part. */
function refuseUnrestorable(urn: Urn, versions: readonly AskedVersion[], { scope }: Reading): void {
  for (const [index, { aspectName }] of versions.entries()) {
    const isHidden = aspectName === STRUCTURED_PROPERTY.assignmentAspect && !scope.seesEveryProperty;
    const reason = isProtectedAspect(urn, aspectName)
      ? `${aspectName} cannot be written directly. ${WRITTEN_BY}`
      : isHidden
        ? 'Restoring property values requires the right to see every property. Set the values one by one.'
        : undefined;
    if (reason !== undefined) throw new CatalogError('FORBIDDEN', reason).inPart(`versions[${index}]`);
  }
}

/** The proposal that writes the value of an earlier version, unless the aspect changes meanwhile. */
async function restoring(
  urn: Urn,
  { aspectName, ifVersion, version }: AskedVersion,
  now: EntityAspects,
  { query, scope }: Reading,
): Promise<MetadataChangeProposal> {
  const current = now.get(aspectName);
  if (current === undefined) {
    throw new CatalogError(
      'NOT_FOUND',
      `${urn} has no ${aspectName} now. To restore a deleted aspect, undo its deletion.`,
      because('HISTORY_MISSING'),
    );
  }
  if (isDerived(current)) {
    throw invalidRequest(
      `${aspectName} cannot be restored: the server derives it from other entities.`,
      undefined,
      because('VERSION_NOT_RESTORABLE'),
    );
  }
  const latest = versionOf(now, aspectName);
  if (ifVersion !== undefined && ifVersion !== null && ifVersion !== latest) {
    throw new CatalogError(
      'PRECONDITION',
      `${aspectName} of ${urn} has changed: it has version ${latest}, not ${ifVersion}.`,
      because('CHANGED_SINCE'),
    );
  }
  const earlier = await query.getAspect(urn, aspectName, version, scope);
  if (earlier === undefined || version > latest) {
    throw new CatalogError(
      'NOT_FOUND',
      `Version ${version} of ${aspectName} of ${urn} is not stored.`,
      because('HISTORY_MISSING'),
    );
  }
  return { ...upsertOf(urn, aspectName, earlier.value), condition: conditionOf(current) };
}

/** Number of the latest version of an aspect. */
function versionOf(aspects: EntityAspects, aspectName: string): number {
  return Number(aspects.get(aspectName)?.systemMetadata.version ?? 1);
}

/** Adds the path of a part of the input to the error that `run` throws. */
async function inPart<Result>(path: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof CatalogError ? error.inPart(path) : error;
  }
}
