import * as v from 'valibot';
import { CatalogError } from '../../errors.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import type { JsonObject } from '../../util/json.ts';
import { given } from '../../util/given.ts';
import { texts } from '../../util/json/json-members.ts';
import { requireEntities } from '../assets.ts';
import { list, type InputTypes } from '../input-types.ts';
import { clauseOf, type Need } from '../needs.ts';
import { stampNow } from '../stamp-now.ts';
import { readAspect } from '../stored.ts';
import type { Work } from '../work.ts';
import { NUMBER, TEXT, described, objectOf, oneOf } from '../shapes.ts';

export const INCIDENT_INFO = 'incidentInfo';
export const EDIT_INCIDENTS = ['EDIT_ENTITY_INCIDENTS'];
/** Priorities by stored number: 0 is CRITICAL. */
export const PRIORITIES = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const;

const STATUS_MEMBERS = {
  state: described('ACTIVE or RESOLVED.', TEXT),
  stage: v.nullish(
    described('Stage of work: TRIAGE, INVESTIGATION, WORK_IN_PROGRESS, FIXED or NO_ACTION_REQUIRED.', TEXT),
  ),
  message: v.nullish(described('Why it has this status.', TEXT)),
};

/** Shape of the status of an incident: state, stage and message. */
export const STATUS = objectOf(STATUS_MEMBERS);

/** A status, as the members of an input that has the urn of the incident as well. */
export function statusInput(types: InputTypes) {
  return { urn: incidentInput(types), ...STATUS_MEMBERS };
}

/** The urn of an incident. */
export function incidentInput(types: InputTypes) {
  return described('Urn of the incident.', types.entityOf('incident'));
}

/** Shape of the assets of an incident, without duplicates. */
export function assetsInput(types: InputTypes) {
  return v.pipe(list(types.entity()), v.transform(eachOnce));
}

export function eachOnce(assets: readonly EntityReference[]): readonly EntityReference[] {
  return [...new Map(assets.map((asset) => [asset.urn, asset])).values()];
}

/** Members of every input that names them. */
export const TITLE = v.nullish(described('Short title.', TEXT));
export const DESCRIPTION = v.nullish(described('Description of the problem, in Markdown.', TEXT));
export const PRIORITY = v.nullish(described('Priority, from CRITICAL to LOW.', oneOf(PRIORITIES)));

/** Members of the input when an incident is raised or updated. */
export function detailsInput(types: InputTypes) {
  return {
    title: TITLE,
    description: DESCRIPTION,
    startedAt: v.nullish(described('Start of the problem, in epoch milliseconds.', NUMBER)),
    priority: PRIORITY,
    assigneeUrns: v.nullish(
      described('Complete list of the users and groups who should resolve it, by urn.', list(types.entity())),
    ),
  };
}

interface Details extends v.InferOutput<v.ObjectSchema<ReturnType<typeof detailsInput>, undefined>> {
  readonly status?: v.InferOutput<typeof STATUS> | null | undefined;
}

/** The given details in stored form. */
export function storedDetails(details: Details, work: Work): JsonObject {
  const { title, description, startedAt, priority, assigneeUrns, status } = details;
  const assignedAt = { ...stampNow(work) };
  return given({
    title,
    description,
    startedAt,
    priority: priority && PRIORITIES.indexOf(priority),
    assignees: assigneeUrns?.map(({ urn }) => ({ actor: urn, assignedAt })),
    status: status && storedStatus(status, work),
  });
}

/** The status in stored form, last changed by the caller now. */
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
