import * as v from 'valibot';
import { invalidRequest } from '../../../errors.ts';
import { reportAssertionResult } from '../../../operations/assertions/report-assertion-result.ts';
import { getEntities } from '../../../operations/entities/get-entities.ts';
import { raiseIncident } from '../../../operations/incidents/raise-incident.ts';
import { updateIncidentStatus } from '../../../operations/incidents/update-incident-status.ts';
import { searchEntities } from '../../../operations/search/search-entities.ts';
import { URN, described, objectOf, oneOf } from '../../../operations/shapes.ts';
import { requireEntity } from '../entities/require-entity.ts';
import { answerOf, count, text } from './outputs.ts';
import { REASON, maybe, shortText } from './shapes.ts';
import { defineTool } from './tool.ts';

const STATUSES = ['SUCCESS', 'FAILURE', 'ERROR'] as const;
const LONGEST_TITLE = 500;
const LONGEST_TEXT = 10_000;

/** Reports a problem, its end, or the result of a check. */
export const report = defineTool({
  name: 'report',
  title: 'Report an incident or a result',
  description:
    'Writes at once. kind incident: raises one on the asset urn, with title and text. resolve: resolves the incident urn, with text as the message. assertion_result: records that the assertion urn has status SUCCESS, FAILURE or ERROR. Changes no other metadata.',
  operations: [raiseIncident, updateIncidentStatus, reportAssertionResult, getEntities, searchEntities],
  writesAtOnce: true,
  input: () =>
    objectOf({
      kind: described('What is reported.', oneOf(['incident', 'resolve', 'assertion_result'])),
      urn: described('Urn of the asset, the incident or the assertion.', URN),
      title: maybe('Title of the incident.', shortText(LONGEST_TITLE)),
      text: maybe('Description, message or error.', shortText(LONGEST_TEXT)),
      status: maybe('Result of the assertion.', oneOf(STATUSES)),
      reason: described('Why, for the audit log.', REASON),
    }),
  output: answerOf({ urn: text, commit: v.optional(count) }),
  run: async ({ kind, status, text: message, title, urn }, call) => {
    const { requester } = call;
    if (kind === 'incident' && title === undefined)
      throw invalidRequest('An incident needs a title.', 'title');
    if (kind === 'assertion_result' && status === undefined) {
      throw invalidRequest(`A result needs a status: ${STATUSES.join(', ')}.`, 'status');
    }
    await requireEntity(urn, 'urn', call);
    let written: string = urn;
    switch (kind) {
      case 'incident':
        written = await requester.run(raiseIncident, {
          type: 'OPERATIONAL',
          title,
          description: message,
          resourceUrn: urn,
        });
        break;
      case 'resolve':
        await requester.run(updateIncidentStatus, { urn, state: 'RESOLVED', message });
        break;
      case 'assertion_result': {
        const error =
          status === 'ERROR' ? { type: 'UNKNOWN_ERROR', message: message ?? 'unknown' } : undefined;
        await requester.run(reportAssertionResult, { urn, result: { type: status ?? '', error } });
      }
    }
    return { body: { urn: written, commit: call.committed() } };
  },
});
