import * as v from 'valibot';
import { invalidRequest } from '../../errors.ts';
import { creationOf } from '../../model/proposal-builders.ts';
import { formatUrn } from '../../model/urn.ts';
import { given } from '../../util/given.ts';
import { defineOperation } from '../operation.ts';
import { stampNow } from '../stamp-now.ts';
import {
  EDIT_INCIDENTS,
  INCIDENT_INFO,
  STATUS,
  detailsInput,
  eachOnce,
  requireIncidentAssets,
  storedDetails,
} from './incident.ts';
import { list } from '../input-types.ts';
import { TEXT, described, objectOf, readAs } from '../shapes.ts';
import { because } from '../../refusals.ts';

/** Raises an incident on assets. Throws NOT_FOUND for a missing asset. Returns its urn. */
export const raiseIncident = defineOperation({
  name: 'raiseIncident',
  effect: 'write',
  summary: 'Raises an incident on assets.',
  input: (types) =>
    v.pipe(
      objectOf({
        ...detailsInput(types),
        type: described('Kind of the problem, such as FRESHNESS; CUSTOM: see `customType`.', TEXT),
        customType: v.nullish(described('Custom type of the problem; only with type CUSTOM.', TEXT)),
        status: v.nullish(described('Default ACTIVE.', STATUS)),
        source: v.nullish(
          described(
            'Source of the incident.',
            objectOf({ type: described('Who raises it, MANUAL or an assertion; default MANUAL.', TEXT) }),
          ),
        ),
        resourceUrn: described(
          'Urn of the affected asset; give this or `resourceUrns`.',
          types.optionalEntity(),
        ),
        resourceUrns: v.nullish(described('Urns of the affected assets.', list(types.entity())), []),
      }),
      v.transform(({ resourceUrn, resourceUrns, ...input }) => ({
        ...input,
        assets: eachOnce(resourceUrn === undefined ? resourceUrns : [...resourceUrns, resourceUrn]),
      })),
      readAs((input) => {
        if (input.assets.length === 0) {
          throw invalidRequest(
            "At least 1 resource urn must be defined to raise an incident. Set 'resourceUrns'.",
            'resourceUrns',
            because('INPUT_MISSING', { name: 'resourceUrns' }),
          );
        }
        if (input.type === 'CUSTOM' && !input.customType) {
          throw invalidRequest(
            "An incident of type CUSTOM needs 'customType': the kind of incident.",
            'customType',
            because('INPUT_MISSING', { name: 'customType' }),
          );
        }
        return input;
      }),
    ),
  needs: { on: ({ assets }) => assets, anyOf: EDIT_INCIDENTS },
  run: async ({ type, customType, source, assets, ...details }, work) => {
    await requireIncidentAssets(assets, work);
    const urn = formatUrn('incident', work.settings.newId());
    const info = {
      type,
      ...given({ customType }),
      entities: assets.map((asset) => asset.urn),
      ...storedDetails({ ...details, status: details.status ?? { state: 'ACTIVE' } }, work),
      source: { type: source?.type ?? 'MANUAL' },
      created: { ...stampNow(work) },
    };
    await work.ingest([creationOf(urn, INCIDENT_INFO, info)]);
    return urn;
  },
});
