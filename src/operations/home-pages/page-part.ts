import { forbidden } from '../../auth/rights.ts';
import { CatalogError } from '../../errors.ts';
import { creatorOf } from '../../model/access/personal.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import { creationOf, upsertOf } from '../../model/proposal-builders.ts';
import { EVERYTHING } from '../../model/scope.ts';
import { urnKey, formatUrn, type Urn } from '../../model/urn.ts';
import { object } from '../../util/json/json-members.ts';
import type { JsonObject } from '../../util/json.ts';
import { refusingExisting } from '../create-once.ts';
import type { Need } from '../needs.ts';
import { stampNow } from '../stamp-now.ts';
import { readAspect } from '../stored.ts';
import type { ProtectedWork, Reading } from '../work.ts';
import { because } from '../../refusals.ts';

/** Entity type and aspect of page layouts. */
export const PAGE_TEMPLATE = {
  entityType: 'dataHubPageTemplate',
  infoAspect: 'dataHubPageTemplateProperties',
} as const;

/** Entity type and aspect of page modules: a text, a link, a list of assets. */
export const PAGE_MODULE = {
  entityType: 'dataHubPageModule',
  infoAspect: 'dataHubPageModuleProperties',
} as const;

/** A template or a module. */
type PagePart = typeof PAGE_TEMPLATE | typeof PAGE_MODULE;

/** Visible to the creator only, or to all users. */
export const PAGE_SCOPES = ['PERSONAL', 'GLOBAL'] as const;

const MANAGE_PAGES = 'MANAGE_HOME_PAGE_TEMPLATES';

/** A change of a page part: the part, and its scope after the change. */
interface PageChange {
  readonly urn?: EntityReference | undefined;
  readonly scope?: (typeof PAGE_SCOPES)[number];
}

/**
 * The need of changes: personal parts need no privilege; parts that are global before or after the change do. So do
 * new parts with a chosen urn: home pages of others may still reference a deleted part.
 */
export function needOfPart(part: PagePart): Need<PageChange> {
  return {
    anyOf: [MANAGE_PAGES],
    clauses: async ({ urn: entity, scope }, reading) => {
      const stored = entity && (await storedPart(part, entity.urn, reading));
      const isGlobal = scope === 'GLOBAL' || (stored !== undefined && !isPersonal(stored));
      const isNamed = scope !== undefined && entity !== undefined && stored === undefined;
      return isGlobal || isNamed ? [[{ privilege: MANAGE_PAGES }]] : [];
    },
  };
}

/**
 * Creates or replaces a part; one without a urn gets a random one. Throws FORBIDDEN for a personal part of another
 * user.
 */
export async function writePart(
  part: PagePart,
  { urn: entity, scope }: PageChange & Required<Pick<PageChange, 'scope'>>,
  members: JsonObject,
  work: ProtectedWork,
): Promise<EntityReference> {
  const { actor, references, services, settings } = work;
  const target = entity ?? references.to(formatUrn(part.entityType, settings.newId()));
  const stored = await storedPart(part, target.urn, work);
  requireOwn(target.urn, stored, work);
  const stamp = { ...stampNow(work) };
  const value = {
    ...stored,
    ...members,
    visibility: { scope },
    created: stored?.['created'] ?? stamp,
    lastModified: stamp,
  };
  const write = stored === undefined ? creationOf : upsertOf;
  await refusingExisting(
    () =>
      new CatalogError(
        'CONFLICT',
        `${target.urn} is taken. Choose another urn, or omit it.`,
        because('NAME_TAKEN', { name: urnKey(target.urn) }),
      ),
    () => services.change.ingest(actor.urn, [write(target.urn, part.infoAspect, value)]),
  );
  return target;
}

/** Deletes a part and, in the background, references to it. Throws NOT_FOUND, or FORBIDDEN for one of another user. */
export async function deletePart(
  part: PagePart,
  { urn }: EntityReference,
  work: ProtectedWork,
): Promise<void> {
  const stored = await storedPart(part, urn, work);
  if (stored === undefined) {
    throw new CatalogError('NOT_FOUND', `Failed to delete ${urn}. It does not exist.`);
  }
  requireOwn(urn, stored, work);
  const { change, referenceRemoval } = work.services;
  await change.deleteEntity(work.actor.urn, urn);
  referenceRemoval.remove(urn, work.actor.urn);
}

/** The stored part, regardless of read policies: a hidden part must not be overwritten. */
function storedPart(
  { infoAspect }: PagePart,
  urn: Urn,
  { query }: Pick<Reading, 'query'>,
): Promise<JsonObject | undefined> {
  return readAspect(urn, infoAspect, { query, scope: EVERYTHING });
}

function requireOwn(urn: Urn, stored: JsonObject | undefined, { actor }: Pick<Reading, 'actor'>): void {
  if (actor.restriction !== undefined) throw forbidden('A restricted token cannot change home pages.');
  if (stored === undefined || !isPersonal(stored) || creatorOf(stored) === actor.urn) return;
  throw forbidden(`${urn} belongs to another user. Create your own.`);
}

function isPersonal({ visibility }: JsonObject): boolean {
  return object(visibility)?.['scope'] !== 'GLOBAL';
}
