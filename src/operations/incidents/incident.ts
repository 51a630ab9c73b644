import * as v from 'valibot';
import { CatalogError } from '../../errors.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import type { JsonObject } from '../../util/json.ts';
import { given } from '../../util/given.ts';
import { texts } from '../../util/json/json-members.ts';
import { requireEntities } from '../assets.ts';
import type { InputTypes } from '../input-types.ts';
import { clauseOf, type Need } from '../needs.ts';
import { stampNow } from '../stamp-now.ts';
import { readAspect } from '../stored.ts';
import type { Work } from '../work.ts';
import { objectOf } from '../shapes.ts';

export const INCIDENT_INFO = 'incidentInfo';
export const EDIT_INCIDENTS = ['EDIT_ENTITY_INCIDENTS'];
/** Priorities by stored number: 0 is CRITICAL. */
export const PRIORITIES = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const;

/** Whether an incident is over, how far its handling is, and why. */
export const STATUS = objectOf({
  state: v.string(),
  stage: v.nullish(v.string()),
  message: v.nullish(v.string()),
});

/** The assets of an incident, each once. */
export function assetsInput(types: InputTypes) {
  return v.pipe(
    v.array(v.string()),
    v.transform((urns) => [...new Set(urns)]),
    v.array(types.entity()),
  );
}

/** Members of an incident that it can be raised with, and that can change. */
export function detailsInput(types: InputTypes) {
  return {
    title: v.nullish(v.string()),
    description: v.nullish(v.string()),
    /** Epoch ms. */
    startedAt: v.nullish(v.number()),
    priority: v.nullish(v.picklist(PRIORITIES)),
    assignees: v.nullish(v.array(types.entity())),
    status: v.nullish(STATUS),
  };
}

type Details = v.InferOutput<v.ObjectSchema<ReturnType<typeof detailsInput>, undefined>>;

/** The details that are given, as they are stored. */
export function storedDetails(details: Details, work: Work): JsonObject {
  const { title, description, startedAt, priority, assignees, status } = details;
  const assignedAt = { ...stampNow(work) };
  return given({
    title,
    description,
    startedAt,
    priority: priority && PRIORITIES.indexOf(priority),
    assignees: assignees?.map(({ urn }) => ({ actor: urn, assignedAt })),
    status: status && storedStatus(status, work),
  });
}

/** The status as it is stored, changed by the caller now. */
export function storedStatus({ state, ...details }: v.InferOutput<typeof STATUS>, work: Work): JsonObject {
  return { state, ...given(details), lastUpdated: { ...stampNow(work) } };
}

/** The right to edit incidents of every stored asset of the incident. NOT_FOUND when it does not exist. */
export const EDIT_STORED_ASSETS: Need<{ readonly urn: EntityReference }> = {
  anyOf: EDIT_INCIDENTS,
  clauses: async ({ urn: { urn } }, reading) => {
    const stored = await readAspect(urn, INCIDENT_INFO, reading);
    if (stored === undefined) {
      throw new CatalogError('NOT_FOUND', `Failed to update incident. Incident does not exist: ${urn}.`);
    }
    const assets = texts(stored['entities']).flatMap((asset) => reading.references.find(asset) ?? []);
    return assets.map((asset) => clauseOf(EDIT_INCIDENTS, asset));
  },
};

/** Throws NOT_FOUND for an asset that does not exist. */
export function requireIncidentAssets(assets: readonly EntityReference[], work: Work): Promise<void> {
  return requireEntities(assets, work);
}
